// Controls that want a scope: switched off, with the reason, where the key in use lacks it.

import type { ReactNode } from 'react';
import { useMay, type Scope } from '../api/me';

const WHY: Record<Scope, string> = {
  read: 'look at anything',
  call: 'call tools or talk to agents',
  manage: 'change anything',
  approve: 'answer for calls that wait',
  metrics: 'read metrics',
};

export function Needs({ scope, children, quiet = false }: { scope: Scope; children: ReactNode; quiet?: boolean }) {
  const may = useMay(scope);
  const why = `The key in use may not ${WHY[scope]}: it lacks the scope ${scope}.`;
  return (
    <>
      {!may && !quiet && <p className="notice wait small">{why}</p>}
      <fieldset className="needs" disabled={!may} title={may ? undefined : why}>
        {children}
      </fieldset>
    </>
  );
}

// A real call of a shipped tool, with numbers of one's choice.

import { useState, type FormEvent } from 'react';
import { ask } from '../../api/client';
import type { Outcome } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { Choice } from '../../parts/Choice';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { Needs } from '../../parts/Needs';
import { OutcomeView } from '../outcome/OutcomeView';

const OPERATIONS = ['add', 'subtract', 'multiply', 'divide'].map((name) => [name, name] as const);

export function CallStep({ outcome, onOutcome }: { outcome: Outcome | undefined; onOutcome: (outcome: Outcome) => void }) {
  const [form, setForm] = useState({ a: '6', b: '7', operation: 'multiply' });
  const doing = useDo();
  const call = (event: FormEvent) => {
    event.preventDefault();
    void doing.run(async () => {
      const body = { arguments: form, dry_run: false };
      onOutcome((await ask('post', '/api/tools/{id}/call', { path: { id: 'calculator' }, body })) as Outcome);
    });
  };
  return (
    <>
      <p>
        This is the shipped tool <code>calculator</code>. The numbers are sent as text, as models sometimes do: the call is
        mended where that is safe, and the outcome says so.
      </p>
      <form className="filters flat" onSubmit={call}>
        <Field label="a">
          {(names) => <input {...names} inputMode="decimal" value={form.a} onChange={(event) => setForm({ ...form, a: event.target.value })} />}
        </Field>
        <Choice label="operation" value={form.operation} onChange={(operation) => setForm({ ...form, operation })} options={OPERATIONS} />
        <Field label="b">
          {(names) => <input {...names} inputMode="decimal" value={form.b} onChange={(event) => setForm({ ...form, b: event.target.value })} />}
        </Field>
        <Needs scope="call">
          <button className="button primary" disabled={doing.busy}>
            Call
          </button>
        </Needs>
      </form>
      <ErrorNote error={doing.error} />
      <div aria-live="polite">{outcome && <OutcomeView outcome={outcome} link={false} />}</div>
    </>
  );
}

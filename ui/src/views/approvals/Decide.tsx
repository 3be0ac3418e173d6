// Yes, or no with a reason. The model reads the reason.

import { useState } from 'react';
import { useDo } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';

type Props = { approve: () => Promise<void>; deny: (reason: string) => Promise<void> };

export function Decide({ approve, deny }: Props) {
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState('');
  const doing = useDo();
  return (
    <div className="stack tight">
      <ErrorNote error={doing.error} />
      {denying ? (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            void doing.run(() => deny(reason.trim()));
          }}
          onKeyDown={(event) => event.key === 'Escape' && setDenying(false)}
        >
          <input
            className="grow"
            aria-label="Reason"
            placeholder="Why not? The model reads it."
            value={reason}
            autoFocus
            onChange={(event) => setReason(event.target.value)}
          />
          <button className="button danger" disabled={doing.busy}>
            Deny
          </button>
          <button type="button" className="button" onClick={() => setDenying(false)}>
            Back
          </button>
        </form>
      ) : (
        <Needs scope="approve">
          <div className="row">
            <button type="button" className="button primary" disabled={doing.busy} onClick={() => doing.run(approve)}>
              Approve
            </button>
            <button type="button" className="button" disabled={doing.busy} onClick={() => setDenying(true)}>
              Deny…
            </button>
          </div>
        </Needs>
      )}
    </div>
  );
}

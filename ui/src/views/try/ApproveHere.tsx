// Asks whoever tries a tool to approve the call, then makes it.

import { ask } from '../../api/client';
import type { Failure } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';

type Request = NonNullable<Failure['error']['confirmation_request']>;
type Props = { request: Request; busy: boolean; onApproved: (approval: string) => void };

export function ApproveHere({ request, busy, onApproved }: Props) {
  const doing = useDo();
  const approve = () =>
    doing.run(async () => {
      await ask('post', '/api/approvals/{id}/approve', { path: { id: request.token } });
      onApproved(request.token);
    });
  return (
    <div className="notice wait stack tight">
      <p>
        <strong>{request.preview}</strong>
      </p>
      <p>It was not called yet: a person must approve it first. A yes lets this one call through, with these arguments.</p>
      <ErrorNote error={doing.error} />
      <Needs scope="approve">
        <button type="button" className="button primary" disabled={busy || doing.busy} onClick={approve}>
          Approve and call
        </button>
      </Needs>
    </div>
  );
}

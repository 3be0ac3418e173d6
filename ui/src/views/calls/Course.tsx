// The course of a call: its stages on a time line, and the moments at which people came in.

import { ask } from '../../api/client';
import type { Failure, WholeCall } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { Icon } from '../../parts/Icon';
import { duration } from '../../parts/Time';
import { Link } from '../../router';
import { StageBars } from './StageBars';

type Step = { at: string; words: string; state: 'ok' | 'bad' | 'skipped' };

export function Course({ call }: { call: WholeCall }) {
  const asked = approvalOf(call);
  const approval = useLoad(
    async (signal) => (asked ? ask('get', '/api/approvals/{id}', { path: { id: asked }, signal }) : null),
    [asked],
  );
  const steps: Step[] = [{ at: call.created_at, words: 'Called', state: 'ok' }];
  if (approval.data) {
    const { created_at, decided_at, decided_by, state, used_at } = approval.data;
    steps.push({ at: created_at, words: 'A person was asked', state: 'ok' });
    if (decided_at) steps.push({ at: decided_at, words: `${state === 'denied' ? 'Denied' : 'Approved'} by ${decided_by}`, state: state === 'denied' ? 'bad' : 'ok' });
    if (used_at) steps.push({ at: used_at, words: 'The approval was used', state: 'ok' });
  }
  if (call.finished_at) {
    const words = call.ok ? 'Answered' : `Ended with ${call.error_type}`;
    steps.push({ at: call.finished_at, words, state: call.ok ? 'ok' : 'bad' });
  } else {
    steps.push({ at: '', words: 'Still running', state: 'skipped' });
  }
  const begin = Date.parse(call.created_at);
  steps.sort((one, other) => (one.at && other.at ? Date.parse(one.at) - Date.parse(other.at) : 0));
  return (
    <>
      <StageBars call={call} />
      <ol className="stages" aria-label="Moments">
        {steps.map((step) => (
          <li key={step.words} className={step.state}>
            <Icon name={step.state === 'ok' ? 'check' : step.state === 'bad' ? 'cross' : 'clock'} />
            <p className="row spread">
              <span>{step.words}</span>
              <span className="quiet small">{step.at && offset(Date.parse(step.at) - begin)}</span>
            </p>
          </li>
        ))}
      </ol>
      {approval.data?.state === 'pending' && (
        <p className="course-end">
          <Link href={`/approvals#${approval.data.id}`}>Answer it under Approvals</Link>
        </p>
      )}
      {call.ok !== null && (
        <p className="quiet small course-end">
          {duration(call.duration_ms)} in all{call.over_budget && ', slower than its latency budget'}
        </p>
      )}
    </>
  );
}

/** The approval that let it run, or the one that it raised. */
export function approvalOf(call: WholeCall): string | null | undefined {
  const outcome = call.outcome as Partial<Failure> | undefined;
  return call.approval_id ?? outcome?.error?.confirmation_request?.token;
}

function offset(ms: number): string {
  if (ms === 0) return 'at once';
  return ms < 0 ? `${duration(-ms)} before` : `after ${duration(ms)}`;
}

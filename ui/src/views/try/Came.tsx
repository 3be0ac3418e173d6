// What came of a call or a dry run; where a person must approve it, the question.

import type { DryRun, Outcome } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { Empty } from '../../parts/Empty';
import { JsonView } from '../../parts/JsonView';
import { OutcomeView } from '../outcome/OutcomeView';
import { Stages } from '../outcome/Stages';
import { ApproveHere } from './ApproveHere';

type Props = { outcome: Outcome | undefined; busy: boolean; onApproved: (approval: string) => void };

export function Came({ outcome, busy, onApproved }: Props) {
  const run = outcome?.ok && (outcome.data as DryRun | null)?.dryRun ? (outcome.data as DryRun) : undefined;
  const request = outcome && !outcome.ok ? outcome.error.confirmation_request : undefined;
  return (
    <section className="card stack follows" aria-label="Outcome" aria-live="polite" aria-busy={busy}>
      <h2>{run ? 'Dry run' : 'Outcome'}</h2>
      {!outcome && (
        <Empty icon="play" title="Nothing was called yet">
          Fill in the arguments and call the tool. Its outcome appears here, as a model would get it.
        </Empty>
      )}
      {run && (
        <>
          <p>
            <Badge tone={run.wouldRun ? 'ok' : 'bad'}>{run.wouldRun ? 'It would run' : 'It would not run'}</Badge>
          </p>
          <Stages run={run} />
          {run.arguments && <JsonView value={run.arguments} label="arguments as the handler gets them" />}
        </>
      )}
      {outcome && !run && (
        <OutcomeView outcome={outcome}>
          {request && <ApproveHere key={request.token} request={request} busy={busy} onApproved={onApproved} />}
        </OutcomeView>
      )}
    </section>
  );
}

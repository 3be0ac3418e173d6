// One call in full: who made it, with what, what decided, and how it ended.

import { ask } from '../../api/client';
import type { DryRun, Outcome } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { usePoll } from '../../hooks/usePoll';
import { ErrorNote } from '../../parts/ErrorNote';
import { JsonView } from '../../parts/JsonView';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { Link, path } from '../../router';
import { OutcomeView } from '../outcome/OutcomeView';
import { Stages } from '../outcome/Stages';
import { CallFacts } from './CallFacts';
import { State } from './CallTable';
import { Console } from './Console';
import { Course } from './Course';
import { Meanwhile } from './Meanwhile';

export default function CallView({ id }: { id: string }) {
  const call = useLoad((signal) => ask('get', '/api/calls/{id}', { path: { id }, signal }), [id]);
  const running = call.data !== undefined && (call.data.ok === null || call.data.ok === undefined);
  usePoll(call.reload, 1500, running);
  const back = { href: '/calls', label: 'Calls' };
  if (!call.data) {
    return (
      <Page title="Call" back={back}>
        {call.error ? <ErrorNote error={call.error} retry={call.reload} /> : <Skeleton lines={12} />}
      </Page>
    );
  }
  const { data } = call;
  const outcome = data.outcome as Outcome | undefined;
  const run = data.dry_run && outcome?.ok ? (outcome.data as DryRun) : undefined;
  return (
    <Page
      title={`Call of ${data.tool_id}`}
      back={back}
      about={
        <>
          <span className="mono">{data.id}</span>
          {data.parent_call_id && (
            <>
              , made within <Link href={path('calls', data.parent_call_id)}>another call</Link>
            </>
          )}
        </>
      }
      actions={
        <>
          <State call={data} />
          <Link className="button" href={`${path('tools', data.tool_id, 'try')}?call=${encodeURIComponent(data.id)}`}>
            Call again
          </Link>
        </>
      }
    >
      <div className="split wide-left">
        <div className="stack">
          <section className="card">
            <h2 className="card-head">Arguments</h2>
            <JsonView value={data.arguments} label="arguments" />
          </section>
          <section className="card">
            <h2 className="card-head">Outcome</h2>
            {run && <Stages run={run} />}
            {outcome && !run && <OutcomeView outcome={outcome} link={false} />}
            {!outcome && <p className="quiet">It has not ended. If the server died meanwhile, nobody knows whether it did its work.</p>}
          </section>
          {data.console.length > 0 && <Console lines={data.console} />}
          <Meanwhile call={data} />
        </div>
        <div className="stack">
          <section className="card">
            <h2 className="card-head">Course</h2>
            <Course call={data} />
          </section>
          <section className="card">
            <h2 className="card-head">Record</h2>
            <CallFacts call={data} />
          </section>
        </div>
      </div>
    </Page>
  );
}

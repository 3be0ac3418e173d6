// What all calls add up to, over a time of one's choice.

import { lazy, Suspense } from 'react';
import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import { usePoll } from '../../hooks/usePoll';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { Segments } from '../../parts/Segments';
import { Skeleton } from '../../parts/Skeleton';
import { Link, useQuery } from '../../router';
import '../../style/analytics.css';
import { AgentTable } from './AgentTable';
import { filled } from './filled';
import { Figures } from './Figures';
import { TimeTable } from './TimeTable';
import { ToolTable } from './ToolTable';

const TimeChart = lazy(() => import('./TimeChart'));

const RANGES = [
  ['1h', 'Hour'],
  ['24h', 'Day'],
  ['7d', 'Week'],
  ['30d', 'Month'],
] as const;

export default function Analytics() {
  const [query, change] = useQuery();
  const since = RANGES.find(([range]) => range === query.get('since'))?.[0] ?? '24h';
  const use = useLoad((signal) => ask('get', '/api/analytics', { query: { since }, signal }), [since]);
  usePoll(use.reload, 10_000);
  const { data } = use;
  const rows = data ? filled(data) : [];
  return (
    <Page
      title="Analytics"
      about="All numbers come from the records of this workspace. Dry runs do not count."
      actions={<Segments label="Time range" value={since} onChange={(range) => change({ since: range })} options={RANGES} />}
    >
      <ErrorNote error={use.error} retry={use.reload} />
      {use.loading && (
        <div className="card">
          <Skeleton lines={14} />
        </div>
      )}
      {data && data.totals.calls === 0 && (
        <div className="card">
          <Empty
            icon="analytics"
            title="Nothing was called in this time"
            action={
              <Link className="button primary" href="/tools">
                Choose a tool to try
              </Link>
            }
          >
            Look further back, or make a call: it is counted at once.
          </Empty>
        </div>
      )}
      {data && data.totals.calls > 0 && (
        <div className="stack">
          <Figures totals={data.totals} />
          <section className="card stack" aria-labelledby="over-time">
            <h2 id="over-time">Calls and errors over time</h2>
            <Suspense fallback={<div className="chart" />}>
              <TimeChart rows={rows} />
            </Suspense>
            <details>
              <summary>The same as a table</summary>
              <TimeTable rows={rows.filter((row) => row.calls > 0 || row.tokens > 0)} />
            </details>
          </section>
          <ToolTable tools={data.tools} slowest={data.slowest} />
          <AgentTable agents={data.agents} />
        </div>
      )}
    </Page>
  );
}

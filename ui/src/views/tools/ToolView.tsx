// One tool: what it promises, a place to try it, schemas, versions, settings.

import { lazy, Suspense } from 'react';
import { ask } from '../../api/client';
import type { Tool } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { Tabs } from '../../parts/Tabs';
import { Words } from '../../parts/Words';
import { Link, path } from '../../router';
import { Overview } from './Overview';
import { Problems } from './Problems';
import { Schemas } from './Schemas';
import { ToolSettings } from './ToolSettings';
import { Versions } from './Versions';
import { STATES, stateOf } from './words';

const Try = lazy(() => import('../try/Try'));

const TABS = [
  ['overview', 'Promise'],
  ['try', 'Try'],
  ['schema', 'Schemas'],
  ['versions', 'Versions'],
  ['settings', 'Settings'],
] as const;

export function ToolView({ id, tab }: { id: string; tab: string }) {
  const { data, error, reload } = useLoad(
    async (signal) => (await ask('get', '/api/tools/{id}', { path: { id }, signal })) as Tool,
    [id],
  );
  const back = { href: '/tools', label: 'Tools' };
  if (!data) {
    return (
      <Page title={id} back={back}>
        {error ? <ErrorNote error={error} retry={reload} /> : <Skeleton lines={12} />}
      </Page>
    );
  }
  const state = stateOf(data);
  const isAgent = data.source === 'agents';
  // An agent has its versions and settings where it is at home.
  const own = TABS.filter(([tab]) => !isAgent || (tab !== 'versions' && tab !== 'settings'));
  const tabs = own.map(([tab, label]) => ({ id: tab, label, href: path('tools', id, ...(tab === 'overview' ? [] : [tab])) }));
  return (
    <Page
      title={data.name}
      back={back}
      about={<Words text={data.description} />}
      actions={
        <>
          {isAgent && <Badge tone="note">agent</Badge>}
          <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
          {isAgent && (
            <Link className="button" href={path('agents', id)}>
              See the agent
            </Link>
          )}
          <Link className="button" href={`/calls?tool_id=${encodeURIComponent(data.id)}`}>
            Its calls
          </Link>
          {tab !== 'try' && data.usable && (
            <Link className="button primary" href={path('tools', id, 'try')}>
              Try it
            </Link>
          )}
        </>
      }
    >
      <Tabs label={`Parts of ${data.name}`} current={tab} tabs={tabs} />
      {!data.usable && (
        <div className="below">
          <Problems problems={data.problems} />
        </div>
      )}
      <Suspense fallback={<Skeleton />}>
        {tab === 'overview' && <Overview tool={data} />}
        {tab === 'try' && data.usable && <Try tool={data} />}
        {tab === 'schema' && data.usable && <Schemas tool={data} />}
        {tab === 'versions' && data.usable && <Versions tool={data} onChanged={reload} />}
        {tab === 'settings' && <ToolSettings tool={data} onChanged={reload} />}
        {!TABS.some(([known]) => known === tab) && (
          <Empty icon="search" title="A tool has no such part" action={<Link className="button" href={path('tools', id)}>See what it promises</Link>}>
            The address may be mistyped: the parts are above.
          </Empty>
        )}
      </Suspense>
    </Page>
  );
}

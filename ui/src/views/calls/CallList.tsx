// Every call that was recorded, the newest first, as they happen.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { CallRecord } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { usePoll } from '../../hooks/usePoll';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { Switch } from '../../parts/Switch';
import { Link, useQuery } from '../../router';
import { CallFilters, FILTERS } from './CallFilters';
import { CallTable } from './CallTable';

const PAGE = 50;

export default function CallList() {
  const [query, change] = useQuery();
  const [live, setLive] = useState(true);
  const [older, setOlder] = useState<{ of: string; calls: CallRecord[]; cursor: string | null | undefined }>();
  const filters = {
    tool_id: query.get('tool_id') ?? undefined,
    agent_id: query.get('agent_id') ?? undefined,
    session_id: query.get('session_id') ?? undefined,
    ok: query.get('ok') ? query.get('ok') === 'true' : undefined,
    error_type: query.get('error_type') ?? undefined,
    since: query.get('since') ?? undefined,
  };
  const of = JSON.stringify(filters);
  const calls = useLoad((signal) => ask('get', '/api/calls', { query: { ...filters, limit: PAGE }, signal }), [of]);
  usePoll(calls.reload, 2000, live);

  const more = older?.of === of ? older : undefined;
  const cursor = more ? more.cursor : calls.data?.next_cursor;
  const loadOlder = async () => {
    const page = await ask('get', '/api/calls', { query: { ...filters, limit: PAGE, cursor: cursor ?? undefined } });
    setOlder({ of, calls: [...(more?.calls ?? []), ...page.calls], cursor: page.next_cursor });
    // New rows would push away what somebody is reading.
    setLive(false);
  };
  const rows = [...(calls.data?.calls ?? []), ...(more?.calls ?? [])];
  const filtered = FILTERS.some((name) => query.get(name));
  return (
    <Page
      title="Calls"
      about="The record of every call, through whichever door it came. Refused ones are here, too."
      actions={<Switch label="Live" checked={live} onChange={setLive} />}
    >
      <CallFilters query={query} change={change} />
      <ErrorNote error={calls.error} retry={calls.reload} />
      <div className="card flush">
        {calls.loading && <Skeleton lines={10} />}
        {calls.data && rows.length === 0 && (
          <Empty
            icon="calls"
            title={filtered ? 'No call fits' : 'Nothing was called yet'}
            action={
              filtered ? (
                <button type="button" className="button" onClick={() => change(Object.fromEntries(FILTERS.map((name) => [name, ''])))}>
                  Show all calls
                </button>
              ) : (
                <Link className="button primary" href="/tools">
                  Choose a tool to try
                </Link>
              )
            }
          >
            {filtered ? 'Take a filter away, or look further back.' : 'A call appears here as soon as somebody makes one.'}
          </Empty>
        )}
        {rows.length > 0 && <CallTable calls={rows} />}
      </div>
      {cursor && (
        <p className="more">
          <button type="button" className="button" onClick={() => void loadOlder()}>
            Load older calls
          </button>
        </p>
      )}
    </Page>
  );
}

// All tools of the workspace: search, filters, and a row for each.

import { useState } from 'react';
import { allTools } from '../../api/lists';
import type { Tool } from '../../api/types';
import { useLater } from '../../hooks/useLater';
import { useLoad } from '../../hooks/useLoad';
import { Choice } from '../../parts/Choice';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { Search } from '../../parts/Search';
import { Skeleton } from '../../parts/Skeleton';
import { useQuery } from '../../router';
import { ToolRow } from './ToolRow';
import { EFFECTS, SOURCES, STATES, stateOf } from './words';

const ROWS = 50;

export function ToolList() {
  const [query, change] = useQuery();
  const [rows, setRows] = useState(ROWS);
  const q = query.get('q') ?? '';
  const wanted = useLater(q);
  const tools = useLoad((signal) => allTools(wanted, signal), ['tools', wanted]);
  // The choices come from all tools, so that a search does not take them away.
  const everything = useLoad((signal) => allTools('', signal), ['tools', '']);
  const shown = (tools.data ?? []).filter((tool) => fits(tool, query));
  const categories = [...new Set((everything.data ?? []).map((tool) => tool.category))].sort();
  const filtered = ['q', 'category', 'effects', 'source', 'state'].some((name) => query.get(name));
  const choice = (name: string, label: string, options: (readonly [string, string])[]) => (
    <Choice
      label={label}
      value={query.get(name) ?? ''}
      onChange={(value) => change({ [name]: value })}
      options={[['', 'All'], ...options]}
    />
  );
  return (
    <Page title="Tools" about="What a model can call in this workspace. Open a tool to read what it promises, and to try it.">
      <div className="filters" role="search">
        <Search label="Search" value={q} onChange={(value) => change({ q: value })} placeholder="Id, name, description or tag" />
        {choice('category', 'Category', categories.map((name) => [name, name] as const))}
        {choice('effects', 'Side effects', Object.entries(EFFECTS))}
        {choice('source', 'Source', Object.entries(SOURCES))}
        {choice('state', 'State', Object.entries(STATES).map(([id, { words }]) => [id, words] as const))}
      </div>
      <p className="quiet small list-count" role="status">
        {tools.data ? `${shown.length} of ${everything.data?.length ?? tools.data.length} tools` : 'Loading tools'}
      </p>
      <ErrorNote error={tools.error} retry={tools.reload} />
      <div className="card flush">
        {tools.loading && <Skeleton lines={10} />}
        {tools.data && shown.length === 0 && (
          <Empty
            icon="tools"
            title={filtered ? 'No tool fits' : 'There are no tools yet'}
            action={
              filtered && (
                <button
                  type="button"
                  className="button"
                  onClick={() => change({ q: '', category: '', effects: '', source: '', state: '' })}
                >
                  Show all tools
                </button>
              )
            }
          >
            {filtered ? (
              'Try fewer words, or take a filter away.'
            ) : (
              <>
                <code>toolcrib new my-tool</code> writes one; the server has it within a second.
              </>
            )}
          </Empty>
        )}
        {shown.length > 0 && (
          <ul className="tool-list">
            {shown.slice(0, rows).map((tool) => (
              <ToolRow key={tool.id} tool={tool} />
            ))}
          </ul>
        )}
      </div>
      {shown.length > rows && (
        <p className="more">
          <button type="button" className="button" onClick={() => setRows(rows + ROWS)}>
            Show {Math.min(ROWS, shown.length - rows)} more
          </button>
        </p>
      )}
    </Page>
  );
}

function fits(tool: Tool, query: URLSearchParams): boolean {
  const is = (name: string, value: string | undefined) => !query.get(name) || query.get(name) === value;
  return (
    is('category', tool.category) &&
    is('effects', tool.side_effects) &&
    is('source', tool.source) &&
    is('state', stateOf(tool))
  );
}

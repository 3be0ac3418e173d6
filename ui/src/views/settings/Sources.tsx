// Where tools come from; other MCP servers are added and removed here.

import { useState } from 'react';
import { sources, type Source } from '../../api/admin';
import { ask } from '../../api/client';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { usePoll } from '../../hooks/usePoll';
import { Badge } from '../../parts/Badge';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Icon } from '../../parts/Icon';
import { Needs } from '../../parts/Needs';
import { Skeleton } from '../../parts/Skeleton';
import { Changed } from './Changed';
import { NewSource } from './NewSource';
import { kindOf } from './sourceWords';

export function Sources() {
  const list = useLoad(sources, []);
  const isMoving = list.data?.some(({ state }) => state === 'connecting' || state === 'waiting') ?? false;
  usePoll(list.reload, 1500, isMoving);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Source>();
  const doing = useDo();
  const remove = (source: Source) =>
    doing.run(async () => {
      await ask('delete', '/api/sources/{id}', { path: { id: source.id } });
      setRemoving(undefined);
      list.reload();
    });
  return (
    <section className="card flush" aria-label="Sources">
      <header>
        <h2>Sources</h2>
        <Needs scope="manage" quiet>
          <button type="button" className="button" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add an MCP server
          </button>
        </Needs>
      </header>
      <ErrorNote error={list.error} retry={list.reload} />
      {list.loading && <Skeleton lines={3} />}
      {list.data?.length === 0 && (
        <Empty icon="tools" title="There are no other sources">
          Tools come from this program, from tool folders, books, REST and other MCP servers.
        </Empty>
      )}
      <ul className="attachments">
        {list.data?.map((source) => (
          <li key={source.id} className="row spread">
            <span>
              <strong>{source.id}</strong> <span className="quiet small">{kindOf(source.kind)}</span>{' '}
              {source.transport && <span className="mono quiet">{source.transport}</span>}
            </span>
            <span className="row">
              <span className="quiet small">{source.tool_count === 1 ? '1 tool' : `${source.tool_count} tools`}</span>
              <Badge tone={source.state === 'ready' ? 'ok' : 'wait'}>{source.state}</Badge>
              {source.is_added && (
                <Needs scope="manage" quiet>
                  <button type="button" className="button slim danger" aria-label={`Remove ${source.id}`} onClick={() => setRemoving(source)}>
                    Remove
                  </button>
                </Needs>
              )}
            </span>
            {source.message && <p className="small full">{source.message}</p>}
            {source.quarantined.map((tool) => (
              <Changed key={tool.tool_id} source={source.id} tool={tool} onDone={list.reload} />
            ))}
          </li>
        ))}
      </ul>
      {adding && <NewSource onClose={() => setAdding(false)} onAdded={list.reload} />}
      {removing && (
        <Confirm
          title={`Remove ${removing.id}?`}
          action="Remove"
          doing={doing}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          Its tools are gone from every agent at once. Records of their calls stay.
        </Confirm>
      )}
    </section>
  );
}

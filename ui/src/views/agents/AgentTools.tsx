// The tools of an agent: what it has on one side, what it could have on the other.
//
// A check box gives a tool or takes it away. Dragging a tool over does the same,
// for those who like to.

import { useEffect, useState, type DragEvent } from 'react';
import { ask } from '../../api/client';
import { allTools } from '../../api/lists';
import type { AttachedTool, Tool } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Skeleton } from '../../parts/Skeleton';
import { Attachment } from './Attachment';
import { DRAGGED, ToolChecks } from './ToolChecks';

export function AgentTools({ agent, onChanged }: { agent: string; onChanged: () => void }) {
  const attached = useLoad(
    async (signal) => (await ask('get', '/api/agents/{id}/tools', { path: { id: agent }, signal })).tools as AttachedTool[],
    [agent],
  );
  const tools = useLoad((signal) => allTools('', signal), ['tools']);
  const [over, setOver] = useState(false);
  const doing = useDo();
  const changed = () => {
    attached.reload();
    onChanged();
  };
  // A box is checked at once, and unchecked again if the server refuses.
  const [wanted, setWanted] = useState<Record<string, boolean>>({});
  useEffect(() => setWanted({}), [attached.data, doing.error]);
  const set = (id: string, has: boolean, work: () => Promise<unknown>) => {
    setWanted((before) => ({ ...before, [id]: has }));
    return doing.run(async () => {
      await work();
      changed();
    });
  };
  const attach = (tool_id: string) =>
    set(tool_id, true, () => ask('post', '/api/agents/{id}/tools', { path: { id: agent }, body: { tool_id } }));
  const detach = (tool_id: string) =>
    set(tool_id, false, () => ask('delete', '/api/agents/{id}/tools/{tool_id}', { path: { id: agent, tool_id } }));
  const given = (attached.data ?? []).filter((tool) => tool.attached_at);
  const defaults = (attached.data ?? []).filter((tool) => !tool.attached_at);
  const ids = new Set(given.map((tool) => tool.id));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const id = event.dataTransfer.getData(DRAGGED);
    if (id && !ids.has(id)) void attach(id);
  };
  return (
    <div className="split">
      <section
        className={over ? 'card flush drop over' : 'card flush drop'}
        aria-label="Attachments"
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAGGED)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <header>
          <h2>Attachments</h2>
          <span className="quiet small">{given.length === 1 ? '1 tool' : `${given.length} tools`}</span>
        </header>
        <ErrorNote error={attached.error ?? doing.error} />
        {attached.loading && <Skeleton />}
        {attached.data && given.length === 0 && (
          <Empty icon="tools" title="Nothing is attached">
            Check a tool in the list, or drag it here. Until then this agent has the{' '}
            {defaults.length > 0 ? `${defaults.length} default tools` : 'default tools'}.
          </Empty>
        )}
        <ul className="attachments">
          {given.map((tool) => (
            <Attachment key={tool.id} agent={agent} tool={tool} busy={doing.busy} onDetach={() => detach(tool.id)} onChanged={changed} />
          ))}
        </ul>
      </section>
      <ToolChecks
        tools={tools.data as Tool[] | undefined}
        isChecked={(id) => wanted[id] ?? ids.has(id)}
        onCheck={(id, checked) => void (checked ? attach(id) : detach(id))}
      />
    </div>
  );
}

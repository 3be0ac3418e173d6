import { useState } from 'react';
import type { Tool } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { Search } from '../../parts/Search';
import { Skeleton } from '../../parts/Skeleton';

/** What a dragged tool is, so that nothing else can be dropped. */
export const DRAGGED = 'application/x-toolcrib-tool';

type Props = {
  tools: Tool[] | undefined;
  isChecked: (id: string) => boolean;
  onCheck: (id: string, checked: boolean) => void;
};

export function ToolChecks({ tools, isChecked, onCheck }: Props) {
  const [q, setQ] = useState('');
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (tools ?? []).filter((tool) => {
    // An agent is handed work by its own setting, not attached.
    if (tool.source === 'agents') return false;
    const text = `${tool.id} ${tool.name} ${tool.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section className="card flush" aria-label="All tools">
      <header>
        <h2>All tools</h2>
      </header>
      <div className="checks-search">
        <Search label="Find a tool" value={q} onChange={setQ} placeholder="Press / to search" />
      </div>
      {!tools && <Skeleton />}
      <ul className="checks" tabIndex={0} aria-label="Tools to attach">
        {shown.map((tool) => (
          <li
            key={tool.id}
            draggable={!isChecked(tool.id)}
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, tool.id);
              event.dataTransfer.effectAllowed = 'copy';
            }}
          >
            <label className="check">
              <input
                type="checkbox"
                checked={isChecked(tool.id)}
                onChange={(event) => onCheck(tool.id, event.target.checked)}
              />
              <span>
                {tool.name} <span className="mono quiet">{tool.id}</span>
              </span>
            </label>
            <span className="grip">
              <Icon name="grip" />
            </span>
          </li>
        ))}
        {tools && shown.length === 0 && <li className="quiet">No tool fits these words.</li>}
      </ul>
    </section>
  );
}

// A tool that an agent was given, with the agent's own config for it.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { AttachedTool, JsonObject } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { Badge } from '../../parts/Badge';
import { Link, path } from '../../router';
import { ConfigEditor } from './ConfigEditor';
import { PinChoice } from './PinChoice';

type Props = { agent: string; tool: AttachedTool; busy: boolean; onDetach: () => void; onChanged: () => void };

export function Attachment({ agent, tool, busy, onDetach, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const doing = useDo();
  const change = (body: { config?: JsonObject | null; version?: string | null }) =>
    doing.run(async () => {
      await ask('patch', '/api/agents/{id}/tools/{tool_id}', { path: { id: agent, tool_id: tool.id }, body });
      onChanged();
    });
  const count = Object.keys(tool.config ?? {}).length;
  return (
    <li className="stack tight">
      <div className="row spread">
        <span className="row">
          <Link href={path('tools', tool.id)}>{tool.name}</Link>
          {tool.pinned && <Badge tone="note">pinned to {tool.version}</Badge>}
          {!tool.usable && <Badge tone="bad">cannot be called</Badge>}
          {tool.enabled === false && <Badge>switched off</Badge>}
        </span>
        <span className="row tight">
          <button
            type="button"
            className="button slim"
            aria-expanded={open}
            aria-label={`Config of ${tool.name}`}
            onClick={() => setOpen(!open)}
          >
            Config{count > 0 && ` (${count})`}
          </button>
          <button type="button" className="button slim" disabled={busy} onClick={onDetach} aria-label={`Detach ${tool.name}`}>
            Detach
          </button>
        </span>
      </div>
      {open && (
        <>
          <ConfigEditor tool={tool} doing={doing} onSave={(config) => void change({ config })} />
          <PinChoice tool={tool} onPin={(version) => void change({ version })} />
        </>
      )}
    </li>
  );
}

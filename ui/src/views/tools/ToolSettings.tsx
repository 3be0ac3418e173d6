// What an operator decides about a tool, whatever its source says.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { Tool } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { Confirm } from '../../parts/Confirm';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Switch } from '../../parts/Switch';
import { navigate } from '../../router';

type Change = { enabled?: boolean | null; requires_confirmation?: boolean | null };

export function ToolSettings({ tool, onChanged }: { tool: Tool; onChanged: () => void }) {
  const doing = useDo();
  const deleting = useDo();
  const [asked, setAsked] = useState(false);
  const set = (body: Change) =>
    doing.run(async () => {
      await ask('put', '/api/tools/{id}', { path: { id: tool.id }, body });
      onChanged();
    });
  const remove = () =>
    deleting.run(async () => {
      await ask('delete', '/api/tools/{id}', { path: { id: tool.id } });
      navigate('/tools');
    });
  const changed = tool.settings.enabled !== undefined || tool.settings.requires_confirmation !== undefined;
  return (
    <div className="stack">
      <Needs scope="manage">
        <section className="card stack">
          <h2>In this workspace</h2>
          <ErrorNote error={doing.error} />
          <Switch
            label="Enabled: it may be called"
            checked={tool.enabled !== false}
            disabled={!tool.usable}
            onChange={(enabled) => set({ enabled })}
          />
          <Switch
            label="A person approves each call"
            checked={tool.requires_confirmation === true}
            disabled={!tool.usable}
            onChange={(requires_confirmation) => set({ requires_confirmation })}
          />
          <p className="quiet small">
            This holds for every version, and for agents that are pinned to one.{' '}
            {changed && (
              <button
                type="button"
                className="button plain slim"
                disabled={doing.busy}
                onClick={() => set({ enabled: null, requires_confirmation: null })}
              >
                As its source says
              </button>
            )}
          </p>
        </section>
        {tool.source === 'database' && (
          <section className="card row spread">
            <p>This tool was made over REST and can be deleted, also from the agents that have it.</p>
            <button type="button" className="button danger" onClick={() => setAsked(true)}>
              Delete tool
            </button>
          </section>
        )}
      </Needs>
      {asked && (
        <Confirm
          title={`Delete ${tool.name}?`}
          action="Delete"
          doing={deleting}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          The tool is taken away from every agent. Records of its calls stay.
        </Confirm>
      )}
    </div>
  );
}

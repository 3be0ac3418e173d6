// Who an agent is: its words, its model, its place among the others.

import { useState, type FormEvent } from 'react';
import type { Agent, AgentChange } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useUnsaved } from '../../leave';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { Needs } from '../../parts/Needs';

export function AgentForm({ agent, save }: { agent: Agent; save: (change: AgentChange) => Promise<void> }) {
  const [form, setForm] = useState({
    name: agent.name,
    description: agent.description,
    tool_description: agent.tool_description ?? '',
    instructions: agent.instructions,
    model: agent.model ?? '',
    is_primary: agent.is_primary,
  });
  const doing = useDo();
  const [saved, setSaved] = useState(false);
  const [kept, setKept] = useState(form);
  useUnsaved(JSON.stringify(form) !== JSON.stringify(kept), 'What you wrote about this agent');
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    setSaved(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { tool_description, model, ...rest } = form;
    void doing.run(async () => {
      await save({ ...rest, tool_description: tool_description || null, model: model || null });
      setKept(form);
      setSaved(true);
    });
  };
  return (
    <form className="card stack" onSubmit={submit} aria-label="Agent">
      <h2>About this agent</h2>
      <Needs scope="manage">
        <div className="split">
          <Field label="Name">
            {(names) => <input {...names} required value={form.name} onChange={(event) => set({ name: event.target.value })} />}
          </Field>
          <Field label="Model" hint="The name of a model in toolcrib.toml; empty is the default one.">
            {(names) => (
              <input {...names} placeholder="default" value={form.model} onChange={(event) => set({ model: event.target.value })} />
            )}
          </Field>
        </div>
        <Field label="Description" hint="For people.">
          {(names) => (
            <input {...names} value={form.description} onChange={(event) => set({ description: event.target.value })} />
          )}
        </Field>
        <Field label="Description as a tool" hint="What another agent’s model reads before it hands work to this one.">
          {(names) => (
            <textarea
              {...names}
              rows={2}
              value={form.tool_description}
              onChange={(event) => set({ tool_description: event.target.value })}
            />
          )}
        </Field>
        <Field label="Instructions" hint="What the agent is told before anything else.">
          {(names) => (
            <textarea
              {...names}
              rows={8}
              value={form.instructions}
              onChange={(event) => set({ instructions: event.target.value })}
            />
          )}
        </Field>
        <label className="check">
          <input type="checkbox" checked={form.is_primary} onChange={(event) => set({ is_primary: event.target.checked })} />
          Primary: the one that people talk to where nobody names another
        </label>
        <ErrorNote error={doing.error} />
        <div className="row">
          <button className="button primary" disabled={doing.busy}>
            Save
          </button>
          <span className="quiet small" role="status">
            {saved && 'Saved.'}
          </span>
        </div>
      </Needs>
    </form>
  );
}

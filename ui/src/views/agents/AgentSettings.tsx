// Whom an agent may hand work to, what it may use up, and what it answers.

import { useState, type FormEvent } from 'react';
import { allAgents } from '../../api/lists';
import type { Agent, AgentChange } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { useUnsaved } from '../../leave';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { Needs } from '../../parts/Needs';
import { HandsTo } from './HandsTo';
import { formOf, LIMITS, settingsOf } from './settings';

export function AgentSettings({ agent, save }: { agent: Agent; save: (change: AgentChange) => Promise<void> }) {
  const [form, setForm] = useState(() => formOf(agent));
  const [kept, setKept] = useState(form);
  const [saved, setSaved] = useState(false);
  const others = useLoad(allAgents, ['agents']);
  const doing = useDo();
  useUnsaved(JSON.stringify(form) !== JSON.stringify(kept), 'What you changed of this agent’s settings');
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    setSaved(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void doing.run(async () => {
      await save({ settings: settingsOf(agent, form) });
      setKept(form);
      setSaved(true);
    });
  };
  return (
    <form className="card stack" onSubmit={submit} aria-label="Settings of the agent">
      <h2>What it may do</h2>
      <Needs scope="manage">
        <HandsTo
          primary={agent.is_primary}
          others={(others.data ?? []).filter((one) => one.id !== agent.id)}
          chosen={form.agents}
          onChange={(agents) => set({ agents })}
        />
        <div className="filters flat">
          {LIMITS.map(([name, label, hint]) => (
            <Field key={name} label={label} hint={hint}>
              {(names) => (
                <input
                  {...names}
                  type="number"
                  min={1}
                  placeholder="as usual"
                  value={form.limits[name]}
                  onChange={(event) => set({ limits: { ...form.limits, [name]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
        <label className="check">
          <input type="checkbox" checked={form.web_search} onChange={(event) => set({ web_search: event.target.checked })} />
          Its model’s vendor looks things up on the web, where it can
        </label>
        <Field label="What it answers, as JSON Schema" hint="An answer that does not fit is asked for once more, then refused. Empty: any text.">
          {(names) => (
            <textarea
              {...names}
              className="code short"
              spellCheck={false}
              aria-invalid={!isJson(form.output)}
              value={form.output}
              onChange={(event) => set({ output: event.target.value })}
            />
          )}
        </Field>
        <ErrorNote error={doing.error} />
        <div className="row">
          <button className="button primary" disabled={doing.busy || !isJson(form.output)}>
            Save settings
          </button>
          <span className="quiet small" role="status">
            {saved && 'Settings saved.'}
          </span>
        </div>
      </Needs>
    </form>
  );
}

function isJson(text: string): boolean {
  if (!text.trim()) return true;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

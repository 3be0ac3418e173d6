// Adds another MCP server, whose tools become tools of this workspace.

import { useState, type FormEvent } from 'react';
import { ask } from '../../api/client';
import { useDo } from '../../hooks/useDo';
import { Dialog } from '../../parts/Dialog';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { HeaderFields, type Header } from './HeaderFields';

export function NewSource({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const [form, setForm] = useState({ name: '', url: '', prefix: '', confirm: true });
  const [headers, setHeaders] = useState<Header[]>([]);
  const doing = useDo();
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const given = headers.filter(({ name }) => name.trim());
    void doing.run(async () => {
      const body = {
        name: form.name.trim(),
        url: form.url.trim(),
        ...(given.length > 0 && { headers: Object.fromEntries(given.map(({ name, value }) => [name.trim(), value])) }),
        ...(form.prefix.trim() && { prefix: form.prefix.trim() }),
        ...(form.confirm && { confirm: true }),
      };
      await ask('post', '/api/sources', { body });
      // Secrets stay no longer than they are needed.
      setHeaders([]);
      onAdded();
      onClose();
    });
  };
  return (
    <Dialog title="Add an MCP server" onClose={onClose}>
      <form className="stack" onSubmit={add} autoComplete="off">
        <Field label="Name" hint="What the source is called here.">
          {(names) => <input {...names} required placeholder="tickets" value={form.name} onChange={(event) => set({ name: event.target.value })} />}
        </Field>
        <Field label="Address" hint="Of its Streamable HTTP endpoint.">
          {(names) => (
            <input
              {...names}
              required
              type="url"
              placeholder="https://mcp.example.com/mcp"
              value={form.url}
              onChange={(event) => set({ url: event.target.value })}
            />
          )}
        </Field>
        <HeaderFields headers={headers} onChange={setHeaders} />
        <Field label="Prefix" hint="Stands before the names of its tools, so that two servers do not clash.">
          {(names) => <input {...names} placeholder="tickets_" value={form.prefix} onChange={(event) => set({ prefix: event.target.value })} />}
        </Field>
        <label className="check">
          <input type="checkbox" checked={form.confirm} onChange={(event) => set({ confirm: event.target.checked })} />
          A person approves each call of its tools
        </label>
        <ErrorNote error={doing.error} />
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={doing.busy || !form.name.trim() || !form.url.trim()}>
            Add the server
          </button>
        </div>
      </form>
    </Dialog>
  );
}

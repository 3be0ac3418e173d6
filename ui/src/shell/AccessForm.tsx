// The workspace and the key that this browser works with. They are tried before they are kept.

import { useState, type FormEvent } from 'react';
import { faultOf, keep, key, workspace } from '../api/access';
import { ApiError } from '../api/client';
import { loadAgain } from '../api/link';
import { become, tryKey } from '../api/me';
import { useDo } from '../hooks/useDo';
import { Field } from '../parts/Field';

export function AccessForm() {
  const [form, setForm] = useState({ workspace: workspace(), key: key() ?? '' });
  const [saved, setSaved] = useState(false);
  const doing = useDo();
  const secret = form.key.trim();
  const fault = faultOf(secret);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    void doing.run(async () => {
      const wanted = form.workspace.trim() || 'default';
      const me = await tryKey(wanted, secret);
      keep({ workspace: wanted, key: secret });
      become(me);
      setSaved(true);
      loadAgain();
    });
  };
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    setSaved(false);
    doing.forget();
  };
  return (
    <form className="card stack" onSubmit={save} aria-label="Access">
      <h2>Access from this browser</h2>
      <Field label="Workspace" hint="What is kept apart from the rest: tools of its own, agents, keys, records.">
        {(names) => (
          <input
            {...names}
            required
            pattern="[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}"
            value={form.workspace}
            onChange={(event) => set({ workspace: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Key"
        hint="Kept until this tab is closed, and sent with every request. Without one where the server requires none."
      >
        {(names) => (
          <input
            {...names}
            type="password"
            autoComplete="off"
            placeholder="tck_…"
            aria-invalid={fault !== undefined || doing.error !== undefined}
            value={form.key}
            onChange={(event) => set({ key: event.target.value })}
          />
        )}
      </Field>
      {(fault || doing.error) && (
        <p className="notice bad" role="alert">
          {fault ?? said(doing.error!, secret)}
        </p>
      )}
      <div className="row">
        <button className="button primary" disabled={doing.busy || fault !== undefined}>
          Use these
        </button>
        <span className="quiet small" role="status">
          {saved && 'In use now.'}
        </span>
      </div>
    </form>
  );
}

function said(error: Error, secret: string): string {
  if (!(error instanceof ApiError) || error.status !== 401) return error.message;
  return secret ? 'The server does not know this key: it is mistyped, was revoked, or is for another server.' : 'The server asks for a key.';
}

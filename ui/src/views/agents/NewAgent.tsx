import { useState, type FormEvent } from 'react';
import { ask } from '../../api/client';
import { useDo } from '../../hooks/useDo';
import { Dialog } from '../../parts/Dialog';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { navigate, path } from '../../router';

export function NewAgent({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const [instructions, setInstructions] = useState('');
  const doing = useDo();
  const make = (event: FormEvent) => {
    event.preventDefault();
    void doing.run(async () => {
      const agent = await ask('post', '/api/agents', { body: { name, instructions, ...(id ? { id } : {}) } });
      navigate(path('agents', agent.id));
    });
  };
  return (
    <Dialog title="New agent" onClose={onClose}>
      <form className="stack" onSubmit={make}>
        <Field label="Name">
          {(names) => <input {...names} required value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="Id" hint="Also its name as a tool. One is made up where nobody says; it cannot be changed later.">
          {(names) => <input {...names} value={id} onChange={(event) => setId(event.target.value)} />}
        </Field>
        <Field label="Instructions" hint="What the agent is told before anything else.">
          {(names) => (
            <textarea {...names} rows={4} value={instructions} onChange={(event) => setInstructions(event.target.value)} />
          )}
        </Field>
        <ErrorNote error={doing.error} />
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={doing.busy || !name.trim()}>
            Make agent
          </button>
        </div>
      </form>
    </Dialog>
  );
}

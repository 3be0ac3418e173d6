import { useState, type FormEvent } from 'react';
import { makeKey, SCOPES, type NewKey } from '../../api/admin';
import { useDo } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { JsonView } from '../../parts/JsonView';

export function NewKeyForm({ onMade }: { onMade: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read', 'call']);
  const [made, setMade] = useState<NewKey>();
  const doing = useDo();
  const toggle = (scope: string) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  const make = (event: FormEvent) => {
    event.preventDefault();
    void doing.run(async () => {
      setMade(await makeKey(name.trim(), scopes));
      setName('');
      onMade();
    });
  };
  return (
    <form className="panel stack tight" onSubmit={make} aria-label="New key">
      <div className="filters flat">
        <Field label="What for">
          {(names) => (
            <input {...names} required placeholder="the bot" value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className="row scopes">
          <legend className="hidden">Scopes</legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              {scope}
            </label>
          ))}
        </fieldset>
        <button className="button" disabled={doing.busy || !name.trim() || scopes.length === 0}>
          Make a key
        </button>
      </div>
      <ErrorNote error={doing.error} />
      {made && (
        <div className="notice ok stack tight" role="status">
          <p>
            <strong>Keep it now: it is not shown again.</strong>
          </p>
          <JsonView value={made.secret} label="key" />
        </div>
      )}
    </form>
  );
}

// The agents that an agent may hand work to.

import type { Agent } from '../../api/types';
import { Link, path } from '../../router';

type Props = { primary: boolean; others: Agent[]; chosen: string[] | undefined; onChange: (chosen: string[] | undefined) => void };

export function HandsTo({ primary, others, chosen, onChange }: Props) {
  const usual = primary ? others.filter((one) => one.enabled).map((one) => one.id) : [];
  const now = chosen ?? usual;
  const known = new Set(others.map((one) => one.id));
  // One that is named but gone can still be taken away.
  const gone = now.filter((id) => !known.has(id));
  const toggle = (id: string) => onChange(now.includes(id) ? now.filter((one) => one !== id) : [...now, id]);
  return (
    <fieldset>
      <legend>Hands work to</legend>
      <p className="quiet small">
        {chosen
          ? 'Exactly those that are checked. '
          : primary
            ? 'A primary agent hands work to every other one, unless you choose. '
            : 'Nobody, unless you choose. '}
        {chosen && (
          <button type="button" className="button plain slim" onClick={() => onChange(undefined)}>
            As usual
          </button>
        )}
      </p>
      {others.length === 0 && gone.length === 0 && <p className="quiet small">There are no other agents.</p>}
      {others.map(({ id, name, enabled }) => (
        <div key={id} className="row spread">
          <label className="check">
            <input type="checkbox" checked={now.includes(id)} onChange={() => toggle(id)} />
            <span>
              {name} <span className="mono quiet">{id}</span> {!enabled && <span className="quiet small">switched off</span>}
            </span>
          </label>
          <Link className="small" href={path('agents', id)}>
            See {name}
          </Link>
        </div>
      ))}
      {gone.map((id) => (
        <label key={id} className="check">
          <input type="checkbox" checked onChange={() => toggle(id)} />
          <span>
            <span className="mono">{id}</span> <span className="quiet small">which does not exist</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

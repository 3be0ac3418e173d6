// Who this browser is to the server.

import { keys } from '../../api/admin';
import { useMe } from '../../api/me';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';

export function KeyInUse() {
  const me = useMe();
  const id = me?.key_id;
  const named = useLoad(
    async (signal) => (id && me?.scopes.includes('manage') ? (await keys(signal)).find((key) => key.id === id) : undefined),
    [id],
  );
  if (!me) return null;
  const facts = [
    ['Key', id ? <code key="key">{id}</code> : 'none: this server lets this address in without one'],
    ['Name', named.data?.name],
    ['Workspace', me.workspace],
    ['Scopes', <span key="scopes" className="row tight">{me.scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)}</span>],
  ] as const;
  return (
    <section className="card" aria-label="In use now">
      <h2 className="card-head">In use now</h2>
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

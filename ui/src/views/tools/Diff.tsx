// What changed between two versions, and whom it breaks.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { Version } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Choice } from '../../parts/Choice';
import { ErrorNote } from '../../parts/ErrorNote';
import { Skeleton } from '../../parts/Skeleton';
import { Words } from '../../parts/Words';

type Change = { pointer: string; effect: string; message: string };

export function Diff({ tool, versions }: { tool: string; versions: Version[] }) {
  const [from, setFrom] = useState(versions[1]!.version_hash);
  const [to, setTo] = useState(versions[0]!.version_hash);
  const diff = useLoad(
    (signal) => ask('get', '/api/tools/{id}/diff', { path: { id: tool }, query: { from, to }, signal }),
    [tool, from, to],
  );
  const options = versions.map((version) => [version.version_hash, `${version.number}: ${version.version}`] as const);
  const changes = (diff.data?.changes ?? []) as Change[];
  return (
    <section className="card stack">
      <div className="card-head flat">
        <h2>What changed</h2>
        {diff.data && (
          <Badge tone={diff.data.breaking ? 'bad' : 'ok'}>
            {diff.data.breaking ? 'Breaks some callers' : 'Breaks nobody'}
          </Badge>
        )}
      </div>
      <div className="filters flat">
        <Choice label="From" value={from} onChange={setFrom} options={options} />
        <Choice label="To" value={to} onChange={setTo} options={options} />
      </div>
      <ErrorNote error={diff.error} retry={diff.reload} />
      {diff.loading && <Skeleton lines={3} />}
      {diff.data && changes.length === 0 && <p className="quiet">These two are the same.</p>}
      <ul className="changes">
        {changes.map((change) => (
          <li key={change.pointer + change.message} className={change.effect}>
            <Badge tone={change.effect === 'breaking' ? 'bad' : 'ok'}>{change.effect}</Badge>
            <div>
              <code>{change.pointer || '/'}</code>
              <p>
                <Words text={change.message} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

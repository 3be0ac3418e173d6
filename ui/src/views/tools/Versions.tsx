// All versions of a tool; what changed; the way back.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { Tool, Version } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Confirm } from '../../parts/Confirm';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Skeleton } from '../../parts/Skeleton';
import { Table, type Column } from '../../parts/Table';
import { Time } from '../../parts/Time';
import { Diff } from './Diff';

export function Versions({ tool, onChanged }: { tool: Tool; onChanged: () => void }) {
  const versions = useLoad(
    (signal) => ask('get', '/api/tools/{id}/versions', { path: { id: tool.id }, signal }),
    [tool.id, tool.version_hash],
  );
  const [back, setBack] = useState<Version>();
  const doing = useDo();
  const rollback = (version: Version) =>
    doing.run(async () => {
      await ask('post', '/api/tools/{id}/rollback', { path: { id: tool.id }, body: { version: version.version_hash } });
      setBack(undefined);
      onChanged();
    });
  const list = versions.data?.versions ?? [];
  const columns: Column<Version>[] = [
    { name: 'Number', cell: (version) => version.number },
    { name: 'Version', cell: (version) => version.version },
    { name: 'Fingerprint', className: 'wide-only', cellClass: 'mono', cell: (version) => version.version_hash.slice(0, 12) },
    { name: 'Made', className: 'wide-only', cell: (version) => <Time at={version.created_at} full /> },
    {
      name: 'State',
      cell: (version) =>
        version.current ? (
          <Badge tone="ok">Serves now</Badge>
        ) : (
          <Needs scope="manage" quiet>
            <button type="button" className="button slim" onClick={() => setBack(version)}>
              Go back to this
            </button>
          </Needs>
        ),
    },
  ];
  return (
    <div className="stack">
      <ErrorNote error={versions.error} retry={versions.reload} />
      <section className="card flush">
        {versions.loading && <Skeleton lines={3} />}
        {list.length > 0 && <Table columns={columns} rows={list} id={(version) => version.version_hash} />}
      </section>
      {list.length > 1 ? (
        <Diff tool={tool.id} versions={list} />
      ) : (
        list.length === 1 && <p className="quiet">There is one version so far. When the tool changes, both are kept and compared here.</p>
      )}
      {back && (
        <Confirm
          title={`Go back to version ${back.version} (number ${back.number})?`}
          action="Go back"
          doing={doing}
          onConfirm={() => rollback(back)}
          onClose={() => setBack(undefined)}
        >
          Callers get this version from the next call on. No version is lost; you can return to the newest at any time.
        </Confirm>
      )}
    </div>
  );
}

// The keys of the workspace: who may come in, and what they may do.

import { useState } from 'react';
import { keys, revokeKey, type Key } from '../../api/admin';
import { useMay, useMe } from '../../api/me';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Skeleton } from '../../parts/Skeleton';
import { Table, type Column } from '../../parts/Table';
import { Time } from '../../parts/Time';
import { NewKeyForm } from './NewKeyForm';

export function Keys() {
  const known = useMe() !== undefined;
  const may = useMay('manage');
  const list = useLoad(async (signal) => (known && may ? keys(signal) : []), [known, may]);
  const [revoking, setRevoking] = useState<Key>();
  const doing = useDo();
  const revoke = (key: Key) =>
    doing.run(async () => {
      await revokeKey(key.id);
      setRevoking(undefined);
      list.reload();
    });
  const columns: Column<Key>[] = [
    {
      name: 'Key',
      cell: (key) => (
        <>
          {key.name || 'Without a name'} <span className="mono quiet">{key.id}</span>
        </>
      ),
    },
    { name: 'Scopes', cell: (key) => key.scopes.join(', ') },
    { name: 'Made', className: 'wide-only', cell: (key) => <Time at={key.created_at} /> },
    {
      name: 'State',
      cell: (key) =>
        key.revoked_at ? (
          <Badge>revoked</Badge>
        ) : (
          <button type="button" className="button slim danger" onClick={() => setRevoking(key)} aria-label={`Revoke ${key.name || key.id}`}>
            Revoke
          </button>
        ),
    },
  ];
  return (
    <section className="card flush" aria-label="Keys">
      <header>
        <h2>Keys</h2>
      </header>
      <ErrorNote error={list.error} retry={list.reload} />
      <Needs scope="manage">
        <NewKeyForm onMade={list.reload} />
      </Needs>
      {list.loading && <Skeleton lines={3} />}
      {known && may && list.data?.length === 0 && (
        <Empty icon="settings" title="There are no keys">
          On a loopback address none is needed. Make one for each program that comes from elsewhere.
        </Empty>
      )}
      {list.data && list.data.length > 0 && <Table columns={columns} rows={list.data} id={(key) => key.id} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name || revoking.id}?`}
          action="Revoke"
          doing={doing}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          It opens nothing any more within a second, and cannot be brought back.
        </Confirm>
      )}
    </section>
  );
}

import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import { ErrorNote } from '../../parts/ErrorNote';
import { JsonView } from '../../parts/JsonView';
import { Skeleton } from '../../parts/Skeleton';
import { Link, path } from '../../router';
import { CallFacts } from '../calls/CallFacts';

export function RecordStep({ call }: { call: string }) {
  const record = useLoad((signal) => ask('get', '/api/calls/{id}', { path: { id: call }, signal }), [call]);
  return (
    <>
      <p>
        Your call was written down before its outcome left the server. Secrets are left out of records. All of them are under{' '}
        <Link href="/calls">Calls</Link>.
      </p>
      <ErrorNote error={record.error} retry={record.reload} />
      {record.loading && <Skeleton lines={6} />}
      {record.data && (
        <div className="split">
          <JsonView value={record.data.arguments} label="arguments" />
          <div className="stack tight">
            <CallFacts call={record.data} />
            <Link href={path('calls', call)}>See the whole record</Link>
          </div>
        </div>
      )}
    </>
  );
}

import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import { usePoll } from '../../hooks/usePoll';
import { Badge } from '../../parts/Badge';

export function Health() {
  const ready = useLoad((signal) => ask('get', '/readyz', { signal }), []);
  usePoll(ready.reload, 5000);
  return (
    <section className="card stack tight">
      <div className="row spread">
        <h2>Server</h2>
        {ready.error ? <Badge tone="bad">not ready</Badge> : <Badge tone={ready.data ? 'ok' : 'plain'}>{ready.data?.status ?? '…'}</Badge>}
      </div>
      <p className="quiet">{ready.error?.message ?? `Toolcrib ${ready.data?.version ?? '…'}. The database answers.`}</p>
      <p className="row small">
        <a href="/docs">REST reference</a>
        <a href="/openapi.json">OpenAPI document</a>
      </p>
    </section>
  );
}

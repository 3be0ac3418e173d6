// Calls that wait for a person, and what was decided before.

import { useEffect } from 'react';
import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { useWaiting } from '../../shell/waiting';
import { Decided } from './Decided';
import { Waiting } from './Waiting';

export default function Approvals() {
  const waiting = useWaiting();
  const ids = waiting.data?.map(({ id }) => id).join() ?? '';
  // Loaded again whenever something was answered.
  const all = useLoad((signal) => ask('get', '/api/approvals', { query: { limit: 50 }, signal }), [ids]);
  const decided = (all.data?.approvals ?? []).filter(({ state }) => state !== 'pending');
  // A record leads here to one of them.
  const ready = all.data !== undefined && waiting.data !== undefined;
  useEffect(() => {
    const named = ready && location.hash ? document.getElementById(location.hash.slice(1)) : null;
    named?.classList.add('named');
    named?.scrollIntoView({ block: 'center' });
  }, [ready]);
  return (
    <Page title="Approvals" about="Calls that run only after a person said yes to these very arguments.">
      <div className="stack">
        <ErrorNote error={waiting.error} retry={waiting.reload} />
        {waiting.loading && (
          <div className="card">
            <Skeleton lines={4} />
          </div>
        )}
        {waiting.data?.length === 0 && (
          <div className="card">
            <Empty icon="approvals" title="Nothing waits for you">
              When an agent wants to call a tool that asks a person first, the call appears here by itself.
            </Empty>
          </div>
        )}
        {waiting.data?.map((approval) => (
          <Waiting key={approval.id} approval={approval} onDecided={waiting.reload} />
        ))}
        {decided.length > 0 && <Decided approvals={decided} />}
      </div>
    </Page>
  );
}

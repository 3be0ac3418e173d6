// The calls that were made for this one: in its handler, or by the agent that it is.

import { ask } from '../../api/client';
import type { CallRecord } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { CallTable } from './CallTable';

export function Meanwhile({ call }: { call: CallRecord }) {
  const found = useLoad(
    (signal) => ask('get', '/api/calls', { query: { parent_call_id: call.id, limit: 200 }, signal }),
    [call.id, call.finished_at],
  );
  // As they were made; lists have the newest first.
  const inside = (found.data?.calls ?? []).toReversed();
  if (inside.length === 0) return null;
  return (
    <section className="card flush">
      <header>
        <h2>Calls within this call</h2>
      </header>
      <CallTable calls={inside} />
    </section>
  );
}

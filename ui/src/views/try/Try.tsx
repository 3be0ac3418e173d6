// A place to call a tool by hand: arguments, who calls, and what came of it.

import { useEffect, useState, type FormEvent } from 'react';
import { ask } from '../../api/client';
import { allAgents } from '../../api/lists';
import type { CallBody, Fault, JsonObject, Outcome, Tool } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Skeleton } from '../../parts/Skeleton';
import { Talker } from '../../parts/Talker';
import { useQuery } from '../../router';
import { Arguments } from './Arguments';
import { Came } from './Came';
import { argumentsOf, begin, keepDraft, keptDraft, type Draft } from './draft';
import { faultsOf, still } from './faults';

export default function Try({ tool }: { tool: Tool }) {
  const [query] = useQuery();
  const again = query.get('call');
  const agents = useLoad(allAgents, []);
  // "Call again" in a record leads here with its arguments.
  const record = useLoad(
    async (signal) => (again ? ask('get', '/api/calls/{id}', { path: { id: again }, signal }) : null),
    [again],
  );
  if (record.loading) return <Skeleton />;
  const first = keptDraft(tool.id, again) ?? begin(again, (record.data?.arguments ?? {}) as JsonObject);
  return <Bench key={again} tool={tool} first={first} agents={(agents.data ?? []).map(({ id, name }) => [id, name] as const)} />;
}

type Props = { tool: Tool; first: Draft; agents: (readonly [string, string])[] };

function Bench({ tool, first, agents }: Props) {
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Fault[]>(() => faultsOf(first.outcome));
  const [readable, setReadable] = useState(true);
  const doing = useDo();
  useEffect(() => keepDraft(tool.id, draft), [tool.id, draft]);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (part.value) setFaults(still(faults, draft.value, part.value));
  };
  const call = (more: Partial<CallBody>) =>
    doing.run(async () => {
      const body = { arguments: argumentsOf(draft), mode: draft.mode, agent_id: draft.agent || null, dry_run: false, ...more };
      const outcome = (await ask('post', '/api/tools/{id}/call', { path: { id: tool.id }, body })) as Outcome;
      change({ outcome });
      setFaults(faultsOf(outcome));
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (readable && !doing.busy) void call({});
  };
  return (
    <div className="split">
      <form className="card stack" aria-label="Arguments" noValidate onSubmit={submit}>
        <Arguments schema={tool.parameters_schema} draft={draft} faults={faults} onChange={change} onReadable={setReadable} />
        <Talker
          label="Called by"
          agent={draft.agent}
          agents={[['', 'Nobody: this page'], ...agents]}
          onAgent={(agent) => change({ agent })}
          mode={draft.mode}
          onMode={(mode) => change({ mode })}
        />
        <Needs scope="call">
          <div className="row">
            <button className="button primary" disabled={doing.busy || !readable}>
              {doing.busy ? 'Calling…' : 'Call'}
            </button>
            <button type="button" className="button" disabled={doing.busy || !readable} onClick={() => call({ dry_run: true })}>
              Dry run
            </button>
            <span className="quiet small">A dry run says what would happen, and does nothing.</span>
          </div>
        </Needs>
        <ErrorNote error={doing.error} />
      </form>
      <Came outcome={draft.outcome} busy={doing.busy} onApproved={(approval_id) => call({ approval_id })} />
    </div>
  );
}

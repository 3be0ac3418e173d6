// One agent: who it is, and which tools it has.

import { useState } from 'react';
import { ask } from '../../api/client';
import type { AgentChange } from '../../api/types';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Confirm } from '../../parts/Confirm';
import { ErrorNote } from '../../parts/ErrorNote';
import { JsonView } from '../../parts/JsonView';
import { Needs } from '../../parts/Needs';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { Switch } from '../../parts/Switch';
import { Link, navigate } from '../../router';
import { AgentForm } from './AgentForm';
import { AgentSettings } from './AgentSettings';
import { AgentTools } from './AgentTools';

export default function AgentView({ id }: { id: string }) {
  const agent = useLoad((signal) => ask('get', '/api/agents/{id}', { path: { id }, signal }), [id]);
  const doing = useDo();
  const deleting = useDo();
  const [asked, setAsked] = useState(false);
  const save = async (body: AgentChange) => {
    await ask('patch', '/api/agents/{id}', { path: { id }, body });
    agent.reload();
  };
  const remove = () =>
    deleting.run(async () => {
      await ask('delete', '/api/agents/{id}', { path: { id } });
      navigate('/agents');
    });
  const back = { href: '/agents', label: 'Agents' };
  if (!agent.data) {
    return (
      <Page title={id} back={back}>
        {agent.error ? <ErrorNote error={agent.error} retry={agent.reload} /> : <Skeleton lines={12} />}
      </Page>
    );
  }
  const { data } = agent;
  return (
    <Page
      title={data.name}
      back={back}
      about={data.description}
      actions={
        <>
          {data.is_primary && <Badge tone="note">primary</Badge>}
          <Needs scope="manage" quiet>
            <Switch label="Enabled" checked={data.enabled} onChange={(enabled) => doing.run(() => save({ enabled }))} />
          </Needs>
          <Link className="button" href={`/chat?agent=${encodeURIComponent(id)}`}>
            Talk to it
          </Link>
        </>
      }
    >
      <div className="stack">
        <ErrorNote error={doing.error} />
        <Needs scope="manage">
          <AgentTools agent={id} onChanged={agent.reload} />
        </Needs>
        <AgentForm agent={data} save={save} />
        <AgentSettings agent={data} save={save} />
        <section className="card stack tight">
          <h2>From an MCP client</h2>
          <p className="quiet">This address has exactly the tools of this agent, with its config.</p>
          <JsonView value={`${location.origin}/mcp/agents/${id}`} label="address for MCP clients" />
        </section>
        <section className="card row spread">
          <p>
            Deleting takes the agent and its attachments away. <span className="quiet">Records of its calls stay.</span>
          </p>
          <Needs scope="manage" quiet>
            <button type="button" className="button danger" onClick={() => setAsked(true)}>
              Delete agent
            </button>
          </Needs>
        </section>
      </div>
      {asked && (
        <Confirm title={`Delete ${data.name}?`} action="Delete" doing={deleting} onConfirm={remove} onClose={() => setAsked(false)}>
          Its attachments go with it. This cannot be undone.
        </Confirm>
      )}
    </Page>
  );
}

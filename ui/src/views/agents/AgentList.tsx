import { useState } from 'react';
import { allAgents } from '../../api/lists';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { Empty } from '../../parts/Empty';
import { ErrorNote } from '../../parts/ErrorNote';
import { Icon } from '../../parts/Icon';
import { Needs } from '../../parts/Needs';
import { Page } from '../../parts/Page';
import { Skeleton } from '../../parts/Skeleton';
import { Link, path } from '../../router';
import { NewAgent } from './NewAgent';

export default function AgentList() {
  const agents = useLoad(allAgents, []);
  const [making, setMaking] = useState(false);
  const make = (
    <Needs scope="manage" quiet>
      <button type="button" className="button primary" onClick={() => setMaking(true)}>
        <Icon name="plus" /> New agent
      </button>
    </Needs>
  );
  return (
    <Page title="Agents" about="Callers with a name: each has the tools that it was given, with its own settings." actions={make}>
      <ErrorNote error={agents.error} retry={agents.reload} />
      {agents.loading && (
        <div className="card">
          <Skeleton lines={8} />
        </div>
      )}
      {agents.data?.length === 0 && (
        <div className="card">
          <Empty icon="agents" title="There are no agents yet">
            Make one, give it tools, and talk to it under Chat.
          </Empty>
        </div>
      )}
      <ul className="cards">
        {agents.data?.map((agent) => (
          <li key={agent.id} className="card stack tight">
            <div className="row spread">
              <h2>
                <Link className="cover" href={path('agents', agent.id)}>
                  {agent.name}
                </Link>
              </h2>
              <span className="row tight">
                {agent.is_primary && <Badge tone="note">primary</Badge>}
                {!agent.enabled && <Badge>switched off</Badge>}
              </span>
            </div>
            <p className="quiet small two-lines">{agent.description || agent.instructions || 'No description yet.'}</p>
            <p className="row small quiet card-foot">
              <span className="mono">{agent.id}</span>
              <span>{agent.tool_count === 0 ? 'default tools' : agent.tool_count === 1 ? '1 tool' : `${agent.tool_count} tools`}</span>
              <span>{agent.model ?? 'default model'}</span>
            </p>
          </li>
        ))}
      </ul>
      {making && <NewAgent onClose={() => setMaking(false)} />}
    </Page>
  );
}

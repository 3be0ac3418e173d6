// Each agent: its calls, and what its model took.

import type { AgentUse } from '../../api/types';
import { Link, path } from '../../router';
import { cost, count, share } from './words';

export function AgentTable({ agents }: { agents: AgentUse[] }) {
  if (agents.length === 0) return null;
  const dearest = Math.max(...agents.map((agent) => agent.cost ?? 0));
  return (
    <section className="card flush">
      <header>
        <h2>Agents</h2>
      </header>
      <div className="table-wrap">
        <table>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Cost</th>
              <th scope="col" className="number">Calls</th>
              <th scope="col" className="number">Failed</th>
              <th scope="col" className="number wide-only">Tokens in</th>
              <th scope="col" className="number wide-only">From cache</th>
              <th scope="col" className="number wide-only">Tokens out</th>
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <tr key={agent.agent_id}>
                <td>
                  <Link href={path('agents', agent.agent_id)}>{agent.agent_id}</Link>
                </td>
                <td>
                  {cost(agent.cost)}
                  {dearest > 0 && <span className="bar" style={{ width: `${((agent.cost ?? 0) / dearest) * 100}%` }} />}
                </td>
                <td className="number">{count(agent.calls)}</td>
                <td className="number">{share(agent.error_rate)}</td>
                <td className="number wide-only">{count(agent.input_tokens)}</td>
                <td className="number wide-only">{count(agent.cached_tokens)}</td>
                <td className="number wide-only">{count(agent.output_tokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

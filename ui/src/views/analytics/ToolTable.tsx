// Each tool: how often, how well, how fast.

import { useState } from 'react';
import type { ToolUse } from '../../api/types';
import { Segments } from '../../parts/Segments';
import { duration } from '../../parts/Time';
import { Link, path } from '../../router';
import { count, share } from './words';

export function ToolTable({ tools, slowest }: { tools: ToolUse[]; slowest: string[] }) {
  const [by, setBy] = useState<'used' | 'slow'>('used');
  const rows = by === 'used' ? tools : slowest.flatMap((id) => tools.find((tool) => tool.tool_id === id) ?? []);
  const most = Math.max(1, ...tools.map((tool) => tool.calls));
  const longest = Math.max(1, ...tools.map((tool) => tool.latency_ms.p95));
  return (
    <section className="card flush">
      <header>
        <h2>Tools</h2>
        <Segments
          label="Order of tools"
          value={by}
          onChange={setBy}
          options={[
            ['used', 'Most used'],
            ['slow', 'Slowest'],
          ]}
        />
      </header>
      <div className="table-wrap">
        <table>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Calls</th>
              <th scope="col" className="number">Failed</th>
              <th scope="col" className="number wide-only">p50</th>
              <th scope="col">p95</th>
              <th scope="col" className="number wide-only">p99</th>
              <th scope="col" className="number wide-only">Over budget</th>
              <th scope="col" className="wide-only">Most often</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((tool) => (
              <tr key={tool.tool_id}>
                <td>
                  <Link href={path('tools', tool.tool_id)}>{tool.tool_id}</Link>
                </td>
                <td>
                  {count(tool.calls)}
                  <span className="bar" style={{ width: `${(tool.calls / most) * 100}%` }} />
                </td>
                <td className="number">{share(tool.error_rate)}</td>
                <td className="number wide-only">{duration(tool.latency_ms.p50)}</td>
                <td>
                  {duration(tool.latency_ms.p95)}
                  <span className="bar slow" style={{ width: `${(tool.latency_ms.p95 / longest) * 100}%` }} />
                </td>
                <td className="number wide-only">{duration(tool.latency_ms.p99)}</td>
                <td className="number wide-only">{count(tool.over_budget)}</td>
                <td className="wide-only small quiet">{worst(tool)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The error type that a tool fails with most often. */
function worst(tool: ToolUse): string {
  const [first] = Object.entries(tool.errors_by_type as Record<string, number>).sort(([, one], [, other]) => other - one);
  return first ? `${first[0]} ${first[1]}` : '–';
}

import type { ReactNode } from 'react';
import type { Tool } from '../../api/types';
import { duration, Time } from '../../parts/Time';
import { Link, path } from '../../router';
import { EFFECTS, SOURCES } from './words';

export function Promises({ tool }: { tool: Tool }) {
  const promised: [string, ReactNode][] = [
    ['Version', tool.version],
    ['Side effects', EFFECTS[tool.side_effects ?? ''] ?? tool.side_effects],
    ['Repeating a call', tool.idempotent === undefined ? null : tool.idempotent ? 'changes nothing more' : 'may do it twice'],
    ['A person', tool.requires_confirmation ? 'approves each call' : 'is not asked'],
    ['Modes', tool.allowed_modes?.join(', ')],
    ['Counts as', tool.policy_category],
    ['Latency budget', tool.latency_budget_ms === undefined ? null : duration(tool.latency_budget_ms)],
    ['Timeout', tool.timeout_ms === undefined ? null : duration(tool.timeout_ms)],
    ['Unknown arguments', tool.unknown_arguments === 'drop' ? 'are dropped' : 'are refused'],
    ['Also called', tool.aliases?.map((alias) => <code key={alias}>{alias} </code>)],
    ['May reach', tool.hosts?.join(', ')],
    ['May call', tool.uses?.map((id) => <Link key={id} href={path('tools', id)}>{id} </Link>)],
    ['Changed', <Time key="changed" at={tool.updated_at} />],
  ];
  const facts: [string, ReactNode][] = [
    ['Id', <code key="id">{tool.id}</code>],
    ['Source', tool.source === 'agents' ? <Link key="agent" href={path('agents', tool.id)}>The agent {tool.id}</Link> : (SOURCES[tool.source] ?? tool.source)],
    ['Handler', <code key="handler">{tool.handler_key}</code>],
    // A tool that cannot be used promises nothing.
    ...(tool.usable ? promised : []),
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

import { allAgents, allTools } from '../../api/lists';
import { useLoad } from '../../hooks/useLoad';
import { Choice } from '../../parts/Choice';

export const FILTERS = ['tool_id', 'agent_id', 'session_id', 'ok', 'error_type', 'since'] as const;

const TYPES = [
  'VALIDATION', 'NOT_FOUND', 'DISABLED', 'INTERNAL', 'TIMEOUT', 'CANCELLED', 'MODE_RESTRICTED', 'BUDGET_EXCEEDED',
  'CONFIRMATION_REQUIRED', 'LOOP_DETECTED', 'PERMISSION_DENIED', 'OVERLOADED', 'SESSION_INACTIVE', 'TRANSIENT',
  'PERMANENT', 'RATE_LIMIT', 'AUTH', 'CONFLICT',
];

type Props = { query: URLSearchParams; change: (parts: Record<string, string>) => void };

export function CallFilters({ query, change }: Props) {
  const tools = useLoad((signal) => allTools('', signal), ['tools']);
  const agents = useLoad(allAgents, ['agents']);
  const choice = (name: (typeof FILTERS)[number], label: string, all: string, options: (readonly [string, string])[]) => {
    const value = query.get(name) ?? '';
    // A tool or agent that is gone can still be asked for.
    const known = value === '' || options.some(([option]) => option === value);
    return (
      <Choice
        label={label}
        value={value}
        onChange={(chosen) => change({ [name]: chosen })}
        options={[['', all], ...(known ? [] : [[value, value] as const]), ...options]}
      />
    );
  };
  return (
    <div className="filters" role="search" aria-label="Filter calls">
      {choice('tool_id', 'Tool', 'All tools', (tools.data ?? []).map(({ id, name }) => [id, name] as const))}
      {choice('agent_id', 'Agent', 'All agents', (agents.data ?? []).map(({ id, name }) => [id, name] as const))}
      {choice('ok', 'Outcome', 'All', [
        ['true', 'Answered'],
        ['false', 'Failed'],
      ])}
      {choice('error_type', 'Error type', 'All', TYPES.map((type) => [type, type] as const))}
      {choice('since', 'When', 'At any time', [
        ['15m', 'Last 15 minutes'],
        ['1h', 'Last hour'],
        ['24h', 'Last 24 hours'],
        ['7d', 'Last 7 days'],
      ])}
      {query.get('session_id') && choice('session_id', 'Session', 'All', [])}
    </div>
  );
}

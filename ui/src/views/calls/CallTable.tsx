import { write } from '../../api/json';
import type { CallRecord } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { Table, type Column } from '../../parts/Table';
import { duration, Time } from '../../parts/Time';
import { Link, path } from '../../router';

const COLUMNS: Column<CallRecord>[] = [
  { name: 'Tool', cellClass: 'nowrap', cell: (call) => <Link href={path('calls', call.id)}>{call.tool_id}</Link> },
  { name: 'Outcome', cell: (call) => <State call={call} /> },
  { name: 'Arguments', className: 'wide-only', cellClass: 'mono quiet clip', cell: (call) => write(call.arguments) },
  {
    name: 'Caller',
    className: 'wide-only',
    cellClass: 'nowrap',
    cell: (call) => (
      <>
        {call.agent_id ?? <span className="quiet">nobody</span>} <span className="quiet small">by {words(call.door)}</span>
      </>
    ),
  },
  { name: 'Took', className: 'number', cell: (call) => (call.ok === null ? '–' : duration(call.duration_ms)) },
  { name: 'When', className: 'number', cellClass: 'quiet', cell: (call) => <Time at={call.created_at} /> },
];

export function CallTable({ calls }: { calls: CallRecord[] }) {
  return <Table className="calls" columns={COLUMNS} rows={calls} id={(call) => call.id} />;
}

export function State({ call }: { call: CallRecord }) {
  if (call.ok === null || call.ok === undefined) return <Badge tone="wait">running</Badge>;
  const waits = call.error_type === 'CONFIRMATION_REQUIRED';
  return (
    <span className="row tight">
      <Badge tone={call.ok ? 'ok' : waits ? 'wait' : 'bad'}>{call.ok ? 'ok' : call.error_type}</Badge>
      {call.dry_run && <Badge>dry run</Badge>}
    </span>
  );
}

export function words(door: string): string {
  return door === 'rest' || door === 'mcp' ? door.toUpperCase() : door.replaceAll('_', ' ');
}

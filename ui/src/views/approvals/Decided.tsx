import type { Approval } from '../../api/types';
import { Badge, type Tone } from '../../parts/Badge';
import { Table, type Column } from '../../parts/Table';
import { Time } from '../../parts/Time';
import { Link, path } from '../../router';

const TONES: Record<string, Tone> = { approved: 'ok', used: 'ok', denied: 'bad', expired: 'plain' };

const COLUMNS: Column<Approval>[] = [
  { name: 'Call', cell: (approval) => <Link href={path('calls', approval.call_id)}>{approval.preview}</Link> },
  { name: 'State', cell: (approval) => <Badge tone={TONES[approval.state]}>{approval.state}</Badge> },
  { name: 'By', className: 'wide-only', cell: (approval) => approval.decided_by ?? '–' },
  { name: 'Reason', className: 'wide-only', cell: (approval) => approval.reason ?? '–' },
  {
    name: 'When',
    className: 'number',
    cellClass: 'quiet',
    cell: (approval) => <Time at={approval.decided_at ?? approval.expires_at} />,
  },
];

export function Decided({ approvals }: { approvals: Approval[] }) {
  return (
    <section className="card flush">
      <header>
        <h2>Decided before</h2>
      </header>
      <Table columns={COLUMNS} rows={approvals} id={(approval) => approval.id} />
    </section>
  );
}

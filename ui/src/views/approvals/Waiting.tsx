import { ask } from '../../api/client';
import type { Approval } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { JsonView } from '../../parts/JsonView';
import { Time } from '../../parts/Time';
import { Link, path } from '../../router';
import { Decide } from './Decide';

export function Waiting({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const { id } = approval;
  return (
    <section id={id} className="card stack tight waiting" aria-label={approval.preview}>
      <div className="row spread">
        <h2>{approval.preview}</h2>
        <Badge tone="wait">
          expires <Time at={approval.expires_at} />
        </Badge>
      </div>
      <p className="quiet small">
        <Link href={path('tools', approval.tool_id)}>{approval.tool_id}</Link> {approval.tool_version}, asked{' '}
        {approval.agent_id ? (
          <>
            by <Link href={path('agents', approval.agent_id)}>{approval.agent_id}</Link>
          </>
        ) : (
          'directly, not for an agent'
        )}{' '}
        <Time at={approval.created_at} />
        {approval.session_id && (
          <>
            , in <Link href={path('chat', approval.session_id)}>a conversation</Link>
          </>
        )}
      </p>
      <JsonView value={approval.arguments} label="arguments" />
      <Decide
        approve={async () => {
          await ask('post', '/api/approvals/{id}/approve', { path: { id } });
          onDecided();
        }}
        deny={async (reason) => {
          await ask('post', '/api/approvals/{id}/deny', { path: { id }, body: { reason: reason || null } });
          onDecided();
        }}
      />
    </section>
  );
}

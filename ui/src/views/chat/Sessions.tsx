import { useLoad } from '../../hooks/useLoad';
import type { Session } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { Skeleton } from '../../parts/Skeleton';
import { Time } from '../../parts/Time';
import { Link, path } from '../../router';
import { useRunning } from './open';
import { title } from './title';

type Props = { sessions: Session[] | undefined; current: string | undefined; onMore: (() => void) | undefined };

export function Sessions({ sessions, current, onMore }: Props) {
  return (
    <nav className="sessions" aria-label="Conversations">
      <Link className="button primary" href="/chat">
        <Icon name="plus" /> New conversation
      </Link>
      {!sessions && <Skeleton />}
      {sessions?.length === 0 && <p className="quiet small">Conversations are kept here.</p>}
      <ul>
        {sessions?.map((session) => (
          <Row key={session.id} session={session} current={session.id === current} />
        ))}
      </ul>
      {onMore && (
        <button type="button" className="button slim" onClick={onMore}>
          Show older ones
        </button>
      )}
    </nav>
  );
}

function Row({ session, current }: { session: Session; current: boolean }) {
  const running = useRunning().includes(session.id);
  const { data } = useLoad((signal) => title(session.id, signal), [session.id, current]);
  return (
    <li>
      <Link href={path('chat', session.id)} aria-current={current ? 'page' : undefined}>
        <span className="session-title">{data || 'Nothing was said yet'}</span>
        <span className="small quiet">
          {session.agent_id ?? 'primary agent'}, {running ? <strong>answering now</strong> : <Time at={session.created_at} />}
        </span>
      </Link>
    </li>
  );
}

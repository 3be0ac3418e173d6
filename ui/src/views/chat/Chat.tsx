// Conversations with agents: the list of them, and the one that is open.

import { useState } from 'react';
import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import '../../style/chat.css';
import { NewTalk } from './NewTalk';
import { Sessions } from './Sessions';
import { Talk } from './Talk';

export default function Chat({ session }: { session: string | undefined }) {
  const [limit, setLimit] = useState(20);
  const sessions = useLoad(
    (signal) => ask('get', '/api/playground/sessions', { query: { limit }, signal }),
    [limit, session],
  );
  return (
    <div className={session ? 'chat open' : 'chat'}>
      <Sessions
        sessions={sessions.data?.sessions}
        current={session}
        onMore={sessions.data?.next_cursor && limit < 200 ? () => setLimit(limit + 20) : undefined}
      />
      {session ? <Talk key={session} session={session} onTurn={sessions.reload} /> : <NewTalk />}
    </div>
  );
}

// An open conversation.

import { useEffect, useRef } from 'react';
import { ask } from '../../api/client';
import { useLoad } from '../../hooks/useLoad';
import { Badge } from '../../parts/Badge';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Skeleton } from '../../parts/Skeleton';
import { Link, path } from '../../router';
import { Composer } from './Composer';
import { EntryView } from './EntryView';
import { ModeSwitch } from './ModeSwitch';
import { Prepared } from './Prepared';
import { UnsentView } from './UnsentView';
import { useConversation, type Conversation } from './useConversation';

export function Talk({ session, onTurn }: { session: string; onTurn: () => void }) {
  const known = useLoad((signal) => ask('get', '/api/playground/sessions/{id}', { path: { id: session }, signal }), [session]);
  if (!known.data) {
    return (
      <section className="talk" aria-label="Conversation">
        <h1 className="hidden">Conversation</h1>
        <div className="talk-log">{known.error ? <ErrorNote error={known.error} retry={known.reload} /> : <Skeleton />}</div>
      </section>
    );
  }
  const ended = () => {
    known.reload();
    onTurn();
  };
  return <Open session={session} agent={known.data.agent_id ?? ''} mode={known.data.mode} onTurn={ended} />;
}

type OpenProps = { session: string; agent: string; mode: string; onTurn: () => void };

function Open({ session, agent, mode, onTurn }: OpenProps) {
  const shown = useConversation(session, agent);
  const { talk } = shown;
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    document.title = 'Chat · Toolcrib';
  }, []);
  // Who answers is known after the first turn, and may have changed after any.
  const answered = shown.entries.filter((entry) => entry.kind === 'answer' && entry.finish).length;
  useEffect(() => {
    if (answered > 0) onTurn();
  }, [answered]);
  // Follows the words, unless somebody scrolled up to read.
  useEffect(() => {
    if (atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [shown.entries, shown.unsent]);
  const scrolled = () => {
    const box = log.current;
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  };
  return (
    <section className="talk" aria-label="Conversation">
      <header className="talk-head">
        <Link className="only-narrow" href="/chat">
          ← All
        </Link>
        <h1>{agent || 'Conversation'}</h1>
        <ModeSwitch session={session} mode={mode} disabled={shown.busy} onChanged={onTurn} />
        <LineBadge line={shown.line} />
        <Link className="small push" href={`/calls?session_id=${encodeURIComponent(session)}`}>
          Its calls
        </Link>
        {agent && (
          <Link className="small" href={path('agents', agent)}>
            Agent
          </Link>
        )}
      </header>
      <div className="talk-log" ref={log} onScroll={scrolled} role="log" aria-label="Messages" aria-busy={shown.busy} tabIndex={0}>
        {shown.loading && <Skeleton />}
        <ErrorNote error={shown.error} />
        {shown.entries.some((entry) => entry.kind === 'answer' && entry.prepared) && <Prepared />}
        {shown.entries.map((entry, index) => (
          <EntryView key={index} entry={entry} />
        ))}
        {shown.unsent.map((unsent, index) => (
          <UnsentView key={index} unsent={unsent} busy={shown.busy} again={() => talk.sayAgain(index)} forget={() => talk.forget(index)} />
        ))}
        {shown.busy && <div className="thinking" role="img" aria-label="Answering"><i /><i /><i /></div>}
      </div>
      <div className="talk-foot">
        <Needs scope="call">
          <Composer busy={shown.busy} onSay={(text) => talk.say(text)} onCancel={() => talk.cancel()} />
        </Needs>
      </div>
    </section>
  );
}

function LineBadge({ line }: { line: Conversation['line'] }) {
  if (line === 'live') return <Badge tone="ok">live</Badge>;
  if (line === 'stream') return <Badge tone="note">stream</Badge>;
  return <Badge tone="wait">{line === 'lost' ? 'reconnecting' : 'connecting'}</Badge>;
}

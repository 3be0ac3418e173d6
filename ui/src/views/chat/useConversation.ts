// One conversation, as a view shows it.

import { useEffect, useSyncExternalStore } from 'react';
import { open, subscribe, watch } from './open';
import type { OpenTalk, Shown } from './talk';

export type Conversation = Shown & { talk: OpenTalk };

/** `agent` names who spoke in what was said before. */
export function useConversation(session: string, agent: string): Conversation {
  const talk = open(session, agent);
  const shown = useSyncExternalStore(subscribe, () => talk.shown);
  useEffect(() => {
    talk.agent = agent;
    return watch(session);
  }, [talk, session, agent]);
  return { ...shown, talk };
}

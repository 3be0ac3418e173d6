// A new conversation, whose first message is said as soon as its line is open.

import { ask } from '../../api/client';
import { noteTitle } from './title';

const words = new Map<string, string>();

export async function start(agent: string, mode: 'text' | 'voice', message: string): Promise<string> {
  const session = await ask('post', '/api/playground/sessions', { body: { agent_id: agent || null, mode } });
  words.set(session.id, message);
  noteTitle(session.id, message);
  return session.id;
}

/** What a session begins with; only once. */
export function firstWords(session: string): string | undefined {
  const first = words.get(session);
  words.delete(session);
  return first;
}

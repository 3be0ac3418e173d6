// A conversation is called by its first message.

import { ask } from '../../api/client';

const known = new Map<string, string>();

export async function title(session: string, signal: AbortSignal): Promise<string> {
  const before = known.get(session);
  if (before) return before;
  const page = await ask('get', '/api/playground/sessions/{id}/messages', {
    path: { id: session },
    query: { limit: 1 },
    signal,
  });
  const text = String(page.messages[0]?.content.text ?? '');
  if (text) noteTitle(session, text);
  return text;
}

export function noteTitle(session: string, message: string): void {
  known.set(session, message.slice(0, 80));
}

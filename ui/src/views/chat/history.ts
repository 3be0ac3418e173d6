// What was said before, as the same entries that events make.

import { ask } from '../../api/client';
import type { Message } from '../../api/types';
import type { CallPart, Entry, Part } from './conversation';
import { endsOf, type Ends } from './ends';
import { inside, recordsOf, type Records } from './tree';

type Content = {
  text?: string;
  /** `wire` says how the model was spoken to; a script is none. */
  calls?: { id: string; name: string; arguments: string; wire?: string }[];
  outcomes?: { id: string; text: string; is_error: boolean; record_id?: string }[];
};

type Answer = Extract<Entry, { kind: 'answer' }>;
type Said = { messages: Message[]; tokens: number | undefined };

const PAGE = 200;

export async function history(session: string, agent: string, signal: AbortSignal): Promise<Entry[]> {
  const [said, records] = await Promise.all([everything(session, signal), recordsOf(session, signal)]);
  return entries(said, agent, records, endsOf(session));
}

async function everything(session: string, signal: AbortSignal): Promise<Said> {
  const messages: Message[] = [];
  for (;;) {
    const after = messages.at(-1)?.number;
    const page = await ask('get', '/api/playground/sessions/{id}/messages', {
      path: { id: session },
      query: { after, limit: PAGE },
      signal,
    });
    messages.push(...page.messages);
    if (page.messages.length < PAGE) {
      const taken = page.usage.map((use) => use.input_tokens + use.output_tokens);
      return { messages, tokens: taken.length > 0 ? taken.reduce((one, other) => one + other) : undefined };
    }
  }
}

function entries({ messages, tokens }: Said, agent: string, records: Records, ends: Ends): Entry[] {
  const found: Entry[] = [];
  let turn = 0;
  const answer = (number: number): Answer => {
    const last = found.at(-1);
    if (last?.kind === 'answer') return last;
    const begun: Answer = { kind: 'answer', id: String(number), agent, parts: [], prepared: tokens === 0 };
    found.push(begun);
    return begun;
  };
  const close = () => {
    if (turn === 0) return;
    const last = answer(0);
    last.finish = ends[turn] ?? (isWhole(last) ? 'stop' : 'interrupted');
    // What never came back does not run any more either.
    for (const part of last.parts) if (part.kind === 'call' && part.text === undefined) Object.assign(part, { ended: true, failed: true });
  };
  for (const message of messages) {
    const content = message.content as Content;
    if (message.role === 'user') {
      close();
      turn += 1;
      found.push({ kind: 'user', text: content.text ?? '' });
      continue;
    }
    const last = answer(message.number);
    if (content.text) last.parts.push({ kind: 'text', text: content.text });
    for (const { id, name, arguments: text, wire } of content.calls ?? []) {
      last.parts.push({ kind: 'call', id, tool: name, arguments: text, inside: [] });
      last.prepared ||= wire === 'script';
    }
    for (const outcome of content.outcomes ?? []) settle(last.parts, outcome, records);
  }
  close();
  return found;
}

/** An answer ends with words, or with a call that came back. */
function isWhole({ parts }: Answer): boolean {
  return parts.length > 0 && parts.every((part) => part.kind !== 'call' || part.text !== undefined);
}

function settle(parts: Part[], outcome: NonNullable<Content['outcomes']>[number], records: Records): void {
  const call = parts.find((part): part is CallPart => part.kind === 'call' && part.id === outcome.id);
  if (!call) return;
  call.text = outcome.text;
  call.failed = outcome.is_error;
  call.record = outcome.record_id;
  if (!outcome.record_id) return;
  call.durationMs = records.byId.get(outcome.record_id)?.duration_ms;
  call.inside = inside(outcome.record_id, records);
}

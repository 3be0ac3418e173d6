// A conversation as it is shown, and what each event of an answer changes of it.
//
// Nothing here knows where events come from; `line` does.

import type { Outcome } from '../../api/types';

export type CallPart = {
  kind: 'call';
  id: string;
  tool: string;
  /** JSON as the model wrote it; it grows while it is written. */
  arguments: string;
  outcome?: Outcome;
  /** The outcome as the model reads it. */
  text?: string;
  failed?: boolean;
  /** Of a call that is known by its record alone. */
  ended?: boolean;
  durationMs?: number;
  record?: string;
  approval?: { id: string; preview: string; expires: string };
  /** What the agent did that this call handed work to. */
  inside: Part[];
};

export type Part = { kind: 'text'; text: string } | { kind: 'note'; text: string } | CallPart;

export type Entry =
  | { kind: 'user'; text: string }
  | {
      kind: 'answer';
      id: string;
      agent: string;
      parts: Part[];
      /** How it ended; nothing while it is being said. */
      finish?: string;
      error?: string;
      /** No model was asked: a script had it ready. */
      prepared?: boolean;
    };

export type ChatEvent = { type: string; message_id: string; agent_id: string; parent_call_id?: string } & Partial<{
  delta: string;
  call_id: string;
  tool: string;
  arguments: string;
  outcome: Outcome;
  text: string;
  approval_id: string;
  expires: string;
  preview: string;
  from: string;
  intent: { type?: string };
  finish: string;
  usage: { input_tokens?: number; output_tokens?: number };
  code: string;
  message: string;
}>;

export function heard(entries: Entry[], event: ChatEvent): Entry[] {
  if (event.type === 'message-start' && !event.parent_call_id) {
    return [...unanswered(entries), { kind: 'answer', id: event.message_id, agent: event.agent_id, parts: [] }];
  }
  const last = entries.at(-1);
  if (last?.kind !== 'answer') {
    // An error before anybody began to answer.
    if (event.type !== 'error') return entries;
    return [...entries, { kind: 'answer', id: `refused-${entries.length}`, agent: '', parts: [], finish: 'error', error: event.message }];
  }
  const before = entries.slice(0, -1);
  if (event.type === 'message-end' && !event.parent_call_id) {
    return [...before, { ...last, finish: event.finish, prepared: tookNothing(event) }];
  }
  if (event.type === 'error') return [...before, { ...last, error: event.message }];
  const parts = event.parent_call_id
    ? changeCall(last.parts, event.parent_call_id, (call) => ({ ...call, inside: changed(call.inside, event) }))
    : changed(last.parts, event);
  return [...before, { ...last, parts }];
}

/** The history shows a turn without an answer as cut off; somebody answers it after all. */
function unanswered(entries: Entry[]): Entry[] {
  const last = entries.at(-1);
  return last?.kind === 'answer' && last.finish === 'interrupted' && last.parts.length === 0 ? entries.slice(0, -1) : entries;
}

/** Every model takes tokens; a script takes none. */
function tookNothing({ finish, usage }: ChatEvent): boolean {
  return finish === 'stop' && usage?.input_tokens === 0 && usage.output_tokens === 0;
}

function changed(parts: Part[], event: ChatEvent): Part[] {
  const id = event.call_id ?? '';
  switch (event.type) {
    case 'text-delta':
      return spoken(parts, event.delta ?? '');
    case 'tool-call-start':
      return [...parts, { kind: 'call', id, tool: event.tool ?? '', arguments: '', inside: [] }];
    case 'tool-call-args':
      return changeCall(parts, id, (call) => ({ ...call, arguments: call.arguments + (event.delta ?? '') }));
    case 'tool-call-end':
      return changeCall(parts, id, (call) => ({ ...call, arguments: event.arguments ?? call.arguments }));
    case 'approval-required': {
      const approval = { id: event.approval_id ?? '', preview: event.preview ?? '', expires: event.expires ?? '' };
      return changeCall(parts, id, (call) => ({ ...call, approval }));
    }
    case 'tool-result': {
      const { outcome, text } = event;
      const { callId: record, duration: durationMs } = outcome?.meta ?? {};
      const ended = { outcome, text, failed: outcome?.ok === false, record, durationMs, approval: undefined };
      return changeCall(parts, id, (call) => ({ ...call, ...ended }));
    }
    case 'agent-switched':
      return [...parts, { kind: 'note', text: `${event.agent_id} goes on from here, in place of ${event.from}.` }];
    case 'intent':
      return [...parts, { kind: 'note', text: `A tool asks the client: ${event.intent?.type ?? 'something'}.` }];
    default:
      return parts;
  }
}

function spoken(parts: Part[], delta: string): Part[] {
  const last = parts.at(-1);
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text: delta }];
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + delta }];
}

/** Changes one call, however deep it is. */
function changeCall(parts: Part[], id: string, change: (call: CallPart) => CallPart): Part[] {
  return parts.map((part) => {
    if (part.kind !== 'call') return part;
    if (part.id === id) return change(part);
    return part.inside.length > 0 ? { ...part, inside: changeCall(part.inside, id, change) } : part;
  });
}

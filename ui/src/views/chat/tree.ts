// What each call handed on, however deep, by the records of a session.

import { ask } from '../../api/client';
import { write } from '../../api/json';
import type { CallRecord } from '../../api/types';
import type { CallPart } from './conversation';

const PAGE = 200;

/** A conversation with more calls than this is shown without the oldest trees. */
const CALLS_MAX = 2000;

export type Records = { byId: Map<string, CallRecord>; byParent: Map<string, CallRecord[]> };

export async function recordsOf(session: string, signal: AbortSignal): Promise<Records> {
  const byId = new Map<string, CallRecord>();
  let cursor: string | undefined;
  do {
    const page = await ask('get', '/api/calls', { query: { session_id: session, limit: PAGE, cursor }, signal });
    for (const call of page.calls) byId.set(call.id, call);
    cursor = page.next_cursor ?? undefined;
  } while (cursor && byId.size < CALLS_MAX);
  const byParent = new Map<string, CallRecord[]>();
  // The newest come first; a tree is read from its beginning.
  for (const call of [...byId.values()].reverse()) {
    const parent = call.parent_call_id;
    if (parent) byParent.set(parent, [...(byParent.get(parent) ?? []), call]);
  }
  return { byId, byParent };
}

/** The calls within a call. */
export function inside(id: string, records: Records): CallPart[] {
  return (records.byParent.get(id) ?? []).map((call) => ({
    kind: 'call',
    id: call.id,
    tool: call.tool_id,
    arguments: write(call.arguments),
    ended: call.ok !== null && call.ok !== undefined,
    failed: call.ok === false,
    text: call.ok === false ? (call.error_type ?? '') : undefined,
    durationMs: call.duration_ms,
    record: call.id,
    inside: inside(call.id, records),
  }));
}

// Whole lists, page by page.

import { ask } from './client';
import type { Agent, Tool } from './types';

/** Beyond this a list is not for people any more; the search finds the rest. */
const ROWS_MAX = 2000;

export async function allTools(q: string, signal?: AbortSignal): Promise<Tool[]> {
  return all(async (cursor) => {
    const page = await ask('get', '/api/tools', { query: { q, cursor, limit: 200 }, signal });
    return [page.tools as Tool[], page.next_cursor];
  });
}

export async function allAgents(signal?: AbortSignal): Promise<Agent[]> {
  return all(async (cursor) => {
    const page = await ask('get', '/api/agents', { query: { cursor, limit: 200 }, signal });
    return [page.agents, page.next_cursor];
  });
}

async function all<T>(load: (cursor?: string) => Promise<[T[], string | null | undefined]>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const [page, next] = await load(cursor);
    rows.push(...page);
    cursor = next ?? undefined;
  } while (cursor && rows.length < ROWS_MAX);
  return rows;
}

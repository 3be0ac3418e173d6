// Who this browser is to the server, and what it may do.

import { useSyncExternalStore } from 'react';
import { headers } from './access';
import { ask, ApiError, send } from './client';
import { generation, subscribe as subscribeLink } from './link';
import { read } from './json';
import type { components } from './schema';

export type Me = components['schemas']['Me'];
export type Scope = 'read' | 'call' | 'manage' | 'approve' | 'metrics';

let me: Me | undefined;
let of = -1;
const listeners = new Set<() => void>();

/** Asked once, and again whenever another key is used. */
export function useMe(): Me | undefined {
  return useSyncExternalStore(subscribe, () => me);
}

/** Whether the key in use allows something; it does until we know better. */
export function useMay(scope: Scope): boolean {
  useMe();
  return may(scope);
}

/** The same, for whoever is no view. */
export function may(scope: Scope): boolean {
  return me?.scopes.includes(scope) ?? true;
}

/** Who somebody with this key would be. It fails as the server would refuse them. */
export async function tryKey(workspace: string, key: string): Promise<Me> {
  const given = headers(workspace, key);
  try {
    const answer = await send('/api/me', { headers: given }, { quiet: true });
    return read(await answer.text()) as Me;
  } catch (error) {
    // A key without the scope to read is a key all the same.
    if (!(error instanceof ApiError && error.status === 403 && error.message.includes('scope'))) throw error;
    return { workspace, scopes: [], keys_required: true };
  }
}

/** Known before anybody asks: a key that was tried is about to be used. */
export function become(next: Me): void {
  me = next;
  of = generation() + 1;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void load();
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  if (of === generation()) return;
  of = generation();
  const found = await ask('get', '/api/me').catch(() => undefined);
  me = found;
  listeners.forEach((listener) => listener());
}

subscribeLink(() => {
  if (listeners.size > 0) void load();
});

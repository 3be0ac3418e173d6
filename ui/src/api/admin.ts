// Keys and sources over REST.

import { ask } from './client';
import type { components } from './schema';

export type Key = components['schemas']['Key'];

/** A key that was just made: the only moment at which its secret is told. */
export type NewKey = components['schemas']['NewKey'];

export type Source = components['schemas']['Source'];

/** A tool of a source that cannot be called. */
export type Quarantined = components['schemas']['QuarantinedTool'];

type Scope = components['schemas']['Scope'];

export const SCOPES = ['read', 'call', 'manage', 'approve', 'metrics'] as const;

export async function keys(signal?: AbortSignal): Promise<Key[]> {
  return (await ask('get', '/api/keys', { signal })).keys;
}

export async function makeKey(name: string, scopes: string[]): Promise<NewKey> {
  return ask('post', '/api/keys', { body: { name, scopes: scopes as Scope[] } });
}

export async function revokeKey(id: string): Promise<void> {
  await ask('delete', '/api/keys/{id}', { path: { id } });
}

export async function sources(signal?: AbortSignal): Promise<Source[]> {
  return (await ask('get', '/api/sources', { signal })).sources;
}

/** Lets a tool be called again whose definition has changed, as it was looked at. */
export async function approveTool(source: string, tool: Quarantined): Promise<void> {
  const path = { id: source, tool_id: tool.tool_id };
  await ask('post', '/api/sources/{id}/tools/{tool_id}/approve', { path, body: { digest: tool.digest ?? '' } });
}

// The workspace and the key that this browser works with.
//
// Both live in sessionStorage: they are gone when the tab is closed, and no
// other site or tab reads them.

const WORKSPACE = 'toolcrib.workspace';
const KEY = 'toolcrib.key';

export function workspace(): string {
  return sessionStorage.getItem(WORKSPACE) ?? 'default';
}

export function key(): string | null {
  return sessionStorage.getItem(KEY);
}

export function keep(change: { workspace: string; key: string }): void {
  // What was tried with one key is not for whoever comes with another.
  if (change.key !== (key() ?? '')) forgetTried();
  sessionStorage.setItem(WORKSPACE, change.workspace || 'default');
  if (change.key) sessionStorage.setItem(KEY, change.key);
  else sessionStorage.removeItem(KEY);
}

/** Where what was tried is kept, for each tool. */
export const TRIED = 'toolcrib.try.';

function forgetTried(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(TRIED)) sessionStorage.removeItem(name);
}

/** Why no request can carry this key; nothing where it can. */
export function faultOf(secret: string): string | undefined {
  const odd = [...secret].find((letter) => !/[!-~]/.test(letter));
  if (odd === undefined) return undefined;
  const shown = odd.trim() === '' ? 'a space' : `“${odd}”`;
  return `There is ${shown} in it, which no key has. Copy the whole key again: tck_ and letters and digits.`;
}

/** What every request carries. */
export function headers(of = workspace(), secret = key()): Record<string, string> {
  return {
    'X-Workspace-Id': of,
    ...(secret ? { Authorization: `Bearer ${secret}` } : {}),
  };
}

/**
 * The same for a WebSocket, which cannot have headers in a browser. Not in the
 * address, because addresses are written into logs.
 */
export function protocols(): string[] {
  const secret = key();
  return ['toolcrib', `workspace.${workspace()}`, ...(secret ? [`key.${secret}`] : [])];
}

// Messages that nobody has heard, kept as long as the tab is open.

/** A message, and why it was not sent. */
export type Unsent = { text: string; why: string };

const KEPT = 'toolcrib.unsent.';

export function unsentOf(session: string): Unsent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + session) ?? '[]') as Unsent[];
  } catch {
    return [];
  }
}

export function keepUnsent(session: string, unsent: Unsent[]): void {
  if (unsent.length > 0) sessionStorage.setItem(KEPT + session, JSON.stringify(unsent));
  else sessionStorage.removeItem(KEPT + session);
}

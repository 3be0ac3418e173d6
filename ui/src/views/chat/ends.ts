// How turns ended that the server keeps no word about: stopped, or cut off.
//
// By the number of the user's message, for as long as the tab is open.

const KEPT = 'toolcrib.ends.';

export type Ends = Record<number, string>;

export function endsOf(session: string): Ends {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + session) ?? '{}') as Ends;
  } catch {
    return {};
  }
}

export function noteEnd(session: string, turn: number, how: string): void {
  sessionStorage.setItem(KEPT + session, JSON.stringify({ ...endsOf(session), [turn]: how }));
}

// What somebody was about to call, and what came of it: kept for each tool as long as the tab is open.

import { TRIED, workspace } from '../../api/access';
import { hasLong, read, write } from '../../api/json';
import type { JsonObject, Outcome } from '../../api/types';

export type Draft = {
  /** The record whose arguments it began with. */
  from: string | null;
  as: 'form' | 'json';
  /** The arguments of the form. */
  value: JsonObject;
  /** The arguments as they were typed; only these count where `as` is `json`. */
  text: string;
  agent: string;
  mode: 'text' | 'voice';
  outcome?: Outcome;
};

/** Beyond this only the arguments are kept. */
const KEPT_CHARS_MAX = 200_000;

export function begin(from: string | null, value: JsonObject): Draft {
  // A form would change numbers that are too long for it.
  const as = hasLong(value) ? 'json' : 'form';
  return { from, as, value, text: write(value, 2), agent: '', mode: 'text' };
}

/** The arguments, as they reach the server: what was typed stays as it was typed. */
export function argumentsOf({ as, value, text }: Draft): JsonObject | string {
  return as === 'json' ? text.trim() || '{}' : value;
}

export function keptDraft(tool: string, from: string | null): Draft | undefined {
  try {
    const draft = read(sessionStorage.getItem(place(tool)) ?? 'null') as Draft | null;
    return draft && (from === null || draft.from === from) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(tool: string, draft: Draft): void {
  const whole = write(draft);
  const kept = whole.length > KEPT_CHARS_MAX ? write({ ...draft, outcome: undefined }) : whole;
  try {
    sessionStorage.setItem(place(tool), kept);
  } catch {
    // The browser keeps no more: nothing is lost but the way back.
  }
}

function place(tool: string): string {
  return `${TRIED}${workspace()}.${tool}`;
}

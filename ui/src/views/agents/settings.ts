// The settings of an agent that the server reads, as a form holds them.

import type { Agent, Json, JsonObject } from '../../api/types';

/** Numbers that an agent may set lower than the policy does. */
export const LIMITS = [
  ['timeout_ms', 'Time to answer, in ms', 'Where it is a tool of others; 30 000 by default.'],
  ['rounds_per_turn', 'Rounds of a turn', '10 by default, 50 at most.'],
  ['calls_per_turn', 'Calls of a turn', 'At most what the policy says.'],
  ['retrieval_calls_per_turn', 'Look-ups of a turn', 'At most what the policy says.'],
  ['parallel_calls', 'Calls at once', 'At most what the policy says.'],
] as const;

export type SettingsForm = {
  /** Whom it may hand work to; `undefined` is as the server does it by itself. */
  agents: string[] | undefined;
  web_search: boolean;
  output: string;
  limits: Record<string, string>;
};

export function formOf({ settings }: Agent): SettingsForm {
  const all = (settings ?? {}) as JsonObject;
  return {
    agents: Array.isArray(all.agents) ? all.agents.map(String) : undefined,
    web_search: all.web_search === true,
    output: all.output ? JSON.stringify(all.output, null, 2) : '',
    limits: Object.fromEntries(LIMITS.map(([name]) => [name, typeof all[name] === 'number' ? String(all[name]) : ''])),
  };
}

/** The settings that a form asks for. What the form does not know stays as it was. */
export function settingsOf({ settings }: Agent, form: SettingsForm): JsonObject | null {
  const next: Record<string, Json | undefined> = { ...((settings ?? {}) as JsonObject) };
  next.agents = form.agents;
  next.web_search = form.web_search || undefined;
  next.output = form.output.trim() ? (JSON.parse(form.output) as Json) : undefined;
  for (const [name] of LIMITS) next[name] = form.limits[name] ? Number(form.limits[name]) : undefined;
  const kept = Object.entries(next).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

// How the page says what a tool is.

import type { Tone } from '../../parts/Badge';
import type { Tool } from '../../api/types';

export const EFFECTS: Record<string, string> = {
  none: 'No side effects',
  read_only: 'Reads only',
  writes: 'Writes',
};

export const SOURCES: Record<string, string> = {
  native: 'Part of the program',
  shipped: 'Shipped folder',
  folders: 'Tool folder',
  database: 'Made over REST',
  table: 'Row of a table',
  agents: 'Agent',
};

export type State = 'on' | 'off' | 'broken';

export function stateOf(tool: Tool): State {
  if (!tool.usable) return 'broken';
  return tool.enabled === false ? 'off' : 'on';
}

export const STATES: Record<State, { words: string; tone: Tone }> = {
  on: { words: 'Enabled', tone: 'ok' },
  off: { words: 'Switched off', tone: 'plain' },
  broken: { words: 'Cannot be called', tone: 'bad' },
};

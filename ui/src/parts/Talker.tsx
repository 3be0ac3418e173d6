// For whom something is done, and in which mode.

import { Choice } from './Choice';

export type Mode = 'text' | 'voice';

export const MODES = [
  ['text', 'text'],
  ['voice', 'voice'],
] as const;

type Props = {
  label: string;
  agent: string;
  agents: readonly (readonly [id: string, words: string])[];
  onAgent: (agent: string) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
};

export function Talker({ label, agent, agents, onAgent, mode, onMode }: Props) {
  return (
    <div className="filters flat">
      <Choice label={label} value={agent} onChange={onAgent} options={agents} />
      <Choice label="Mode" value={mode} onChange={(chosen) => onMode(chosen as Mode)} options={MODES} />
    </div>
  );
}

// The stages of a call on one scale: where each begins, and how much of the whole it takes.

import type { WholeCall } from '../../api/types';

export type Bar = { stage: string; words: string; durationMs: number; from: number; share: number; failed: boolean };

const WORDS: Record<string, string> = {
  resolve: 'found the tool',
  admit: 'asked the rules',
  prepare: 'checked the arguments',
  confirm: 'nobody had to be asked',
  run: 'ran the handler',
  check: 'checked the answer',
};

export function timeline(call: WholeCall): Bar[] {
  const whole = Math.max(call.stages.reduce((sum, stage) => sum + stage.duration_ms, 0), Number.EPSILON);
  let passed = 0;
  return call.stages.map(({ stage, duration_ms }, index) => {
    const from = passed / whole;
    passed += duration_ms;
    const failed = call.ok === false && index === call.stages.length - 1;
    const words = stage === 'confirm' && call.approval_id ? 'waited for a person' : (WORDS[stage] ?? '');
    return { stage, words, durationMs: duration_ms, from, share: duration_ms / whole, failed };
  });
}

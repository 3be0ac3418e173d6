import type { ReactNode } from 'react';

export type Tone = 'ok' | 'bad' | 'wait' | 'note' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

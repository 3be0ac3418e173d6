// The stages of a call as bars to scale, with their words and durations beside.

import type { WholeCall } from '../../api/types';
import { duration } from '../../parts/Time';
import { timeline } from './timeline';

export function StageBars({ call }: { call: WholeCall }) {
  const bars = timeline(call);
  if (bars.length === 0) return null;
  return (
    <ol className="timeline" aria-label="Stages">
      {bars.map((bar) => (
        <li key={bar.stage} className={bar.failed ? 'failed' : undefined}>
          <span className="timeline-words">
            <strong>{bar.stage}</strong> <span className="quiet small">{bar.failed ? 'ended the call' : bar.words}</span>
          </span>
          <span className="quiet small nowrap">{duration(bar.durationMs)}</span>
          <span className="timeline-track" aria-hidden="true">
            {/* Never so far to the right that the smallest bar would not fit. */}
            <i style={{ left: `min(${bar.from * 100}%, 100% - 3px)`, width: `${bar.share * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

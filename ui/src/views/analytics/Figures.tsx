import type { Analytics } from '../../api/types';
import { duration } from '../../parts/Time';
import { cost, count, share } from './words';

export function Figures({ totals }: { totals: Analytics['totals'] }) {
  const figures: [string, string, string][] = [
    ['Calls', count(totals.calls), totals.unknown_tools > 0 ? `${count(totals.unknown_tools)} of tools that do not exist` : 'all of known tools'],
    ['Failed', share(totals.error_rate), `${count(totals.errors)} calls`],
    ['Half of them within', duration(totals.latency_ms.p50), `95 % within ${duration(totals.latency_ms.p95)}`],
    ['Tokens', count(totals.input_tokens + totals.output_tokens), `${count(totals.input_tokens)} in, ${count(totals.output_tokens)} out`],
    ['Cost of models', cost(totals.cost), totals.cost ? 'as the vendors told it' : 'no vendor told a price'],
  ];
  return (
    <dl className="figures">
      {figures.map(([name, value, note]) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd className="figure">{value}</dd>
          <dd className="quiet small">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

// Moments and durations as people say them.

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export function Time({ at, full = false }: { at: string; full?: boolean }) {
  const moment = new Date(at);
  // What cannot be used has no moments.
  if (Number.isNaN(moment.getTime())) return '–';
  return (
    <time dateTime={at} title={absolute.format(moment)} className="nowrap">
      {full ? absolute.format(moment) : ago(moment)}
    </time>
  );
}

export function ago(moment: Date, now = Date.now()): string {
  const past = moment.getTime() - now;
  if (Math.abs(past) < 5000) return 'just now';
  const [unit, size] = UNITS.find(([, size]) => Math.abs(past) >= size) ?? ['second', 1000];
  return relative.format(Math.round(past / size), unit);
}

export function duration(ms: number): string {
  // Outcomes have whole milliseconds, records have more.
  if (ms < 0.01) return '< 1 ms';
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

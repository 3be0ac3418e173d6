// Hours or days in which nothing happened have no row; a chart needs one for each.

import type { Analytics } from '../../api/types';

export type Row = Analytics['over_time'][number] & { time: number };

const HOUR_MS = 3_600_000;

export function filled(use: Analytics): Row[] {
  const known = new Map(use.over_time.map((row) => [moment(row.at), row]));
  // As the server does it: day by day beyond three days.
  const daily = use.over_time.some((row) => !row.at.includes('T')) || use.until - use.since > 72 * HOUR_MS;
  const step = daily ? 24 * HOUR_MS : HOUR_MS;
  const rows: Row[] = [];
  for (let time = Math.floor(use.since / step) * step; time <= use.until; time += step) {
    const at = new Date(time).toISOString().slice(0, daily ? 10 : 13);
    rows.push({ at, calls: 0, errors: 0, tokens: 0, cost: 0, ...known.get(time), time });
  }
  return rows;
}

function moment(at: string): number {
  return Date.parse(at.includes('T') ? `${at}:00:00Z` : `${at}T00:00:00Z`);
}

// Calls and errors as bars over time. The same numbers stand in a table below it.

import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useShade } from '../../shell/theme';
import type { Row } from './filled';

const HEIGHT = 240;

export default function TimeChart({ rows }: { rows: Row[] }) {
  const box = useRef<HTMLDivElement>(null);
  const shade = useShade();
  useEffect(() => {
    const element = box.current!;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const bars = uPlot.paths.bars!({ size: [0.7, 44], radius: 0.15 });
    const axis = {
      stroke: colour('quiet'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
      font: `12px ${colour('sans')}`,
    };
    const series = (label: string, name: string) => ({
      label,
      fill: colour(name),
      stroke: colour(name),
      width: 0,
      paths: bars,
      points: { show: false },
      value: (_: uPlot, value: number | null) => value ?? '–',
    });
    const step = rows.length > 1 ? (rows[1]!.time - rows[0]!.time) / 1000 : 3600;
    const daily = step > 3600;
    // Half a step on both sides, so that the first and the last bar are whole.
    const padded = (_: uPlot, min: number, max: number): [number, number] => [min - step / 2, max + step / 2];
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [10, 8, 0, 0],
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { range: padded }, y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] } },
        axes: [
          { ...axis, grid: { show: false }, values: (_, splits) => splits.map((at) => said(at, daily)) },
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000], size: 46 },
        ],
        series: [{ label: 'When', value: (_, at) => (at === null ? '–' : said(at, daily)) }, series('Calls', 'accent'), series('Errors', 'bad')],
      },
      [rows.map((row) => row.time / 1000), rows.map((row) => row.calls), rows.map((row) => row.errors)],
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
    // The colours are drawn into the canvas.
  }, [rows, shade]);
  return <div className="chart" ref={box} role="img" aria-label="Bars of calls and errors over time; the table below has the numbers." />;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Days are the server's, in UTC; hours are those of whoever looks. */
function said(seconds: number, daily: boolean): string {
  return (daily ? day : hour).format(seconds * 1000);
}

import type { OperationsPoint } from 'memory-vault-client';
import { useMemo, useState } from 'preact/hooks';
import { Card } from '../../kit/card.js';
import { formatBytes, formatCount, formatMs } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { type Chart, extremesOf, rowsOf } from './lines.js';
import { Plot } from './plot.js';
import { thinned } from './thinned.js';
import { TimeOfDay } from './timeOfDay.js';

const FORMATS: Readonly<Record<Chart['unit'], (value: number) => string>> = {
  ms: (value) => (value === 0 ? '0 ms' : formatMs(value)),
  bytes: formatBytes,
  'per minute': (value) => formatCount(value < 10 ? Number(value.toFixed(1)) : Math.round(value)),
};

/** As short as a scale wants it. */
const TICKS: typeof FORMATS = {
  ...FORMATS,
  ms: (value) =>
    value >= 1000
      ? `${Number((value / 1000).toPrecision(3))} s`
      : `${Number(value.toPrecision(3))} ms`,
};

/** One chart with its legend, and the same as a table. The legend shows the values where the pointer is, or the newest. */
export function ChartCard({ chart, points }: { chart: Chart; points: readonly OperationsPoint[] }) {
  const { title, hint, unit, lines } = chart;
  const format = FORMATS[unit];
  const [pointed, setPointed] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const { times, values } = useMemo(() => thinned(lines, points), [lines, points]);
  const at = pointed === null ? undefined : times[pointed];
  const shown = (line: number) => {
    const value =
      pointed === null ? newestOf(chart, line, points) : (values[line]?.[pointed] ?? null);
    return value === null ? '–' : format(value);
  };
  const turn = (line: number) => {
    const next = new Set(hidden);
    if (!next.delete(line)) next.add(line);
    setHidden(next);
  };
  return (
    <Card title={title} actions={unit === 'per minute' && <span class="hint">{unit}</span>}>
      <p class="hint">{hint}</p>
      <figure class="chart">
        <div role="img" aria-label={inWords(chart, points, format)}>
          <Plot
            {...{ times, chart, values, tick: TICKS[unit] }}
            isHidden={(line) => hidden.has(line)}
            onPoint={setPointed}
          />
        </div>
        <ul class="legend" aria-label={`Lines: ${title}`}>
          {lines.map(({ label, colour, isDashed }, i) => (
            <li key={label}>
              <button
                type="button"
                class="quiet"
                aria-pressed={!hidden.has(i)}
                onClick={() => turn(i)}
              >
                <span class={`stroke ${colour}${isDashed ? ' dashed' : ''}`} />
                {label} <b>{shown(i)}</b>
              </button>
            </li>
          ))}
          <li class="hint">
            {at === undefined ? (
              'newest values'
            ) : (
              <TimeOfDay at={new Date(at * 1000).toISOString()} />
            )}
          </li>
        </ul>
        <details>
          <summary>As a table</summary>
          <Table
            label={`${title}: the highest value of each five minutes`}
            rows={rowsOf(chart, points)}
            keyOf={(row) => row.at}
            columns={[
              { head: 'Five minutes until', cell: (row) => <TimeOfDay at={row.at} /> },
              ...lines.map(({ label }, i) => ({
                head: label,
                isNumber: true,
                cell: ({ highest }: { highest: readonly (number | null)[] }) => {
                  const value = highest[i] ?? null;
                  return value === null ? '–' : format(value);
                },
              })),
            ]}
          />
        </details>
      </figure>
    </Card>
  );
}

function newestOf(
  { lines }: Chart,
  line: number,
  points: readonly OperationsPoint[],
): number | null {
  const found = lines[line];
  return (found && extremesOf(found, points)?.newest) ?? null;
}

/** A chart for those who cannot see it. */
function inWords(
  { title, lines, unit }: Chart,
  points: readonly OperationsPoint[],
  format: (value: number) => string,
): string {
  const about = lines.map((line) => {
    const found = extremesOf(line, points);
    if (!found) return `${line.label}: none yet`;
    return `${line.label}: now ${format(found.newest)}, at most ${format(found.highest)}`;
  });
  return `${title}${unit === 'per minute' ? ', per minute' : ''}. ${about.join('; ')}`;
}

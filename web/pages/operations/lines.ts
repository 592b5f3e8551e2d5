import type { OperationsPoint } from 'memory-vault-client';

/** One line of a chart. */
export interface Line {
  readonly label: string;
  /** The name of a colour of the page, without its two dashes. */
  readonly colour: 'teal' | 'blue' | 'violet' | 'orange' | 'bad' | 'grey';
  readonly isDashed?: boolean;
  readonly read: (point: OperationsPoint) => number | null;
  /** What several points make together; by default their mean. */
  readonly together?: 'highest';
}

/** One chart over the last hour. */
export interface Chart {
  readonly title: string;
  /** What the numbers are, for those who have not met them before. */
  readonly hint: string;
  readonly unit: 'ms' | 'bytes' | 'per minute';
  /** A logarithmic scale, for values of which some are many times the others. */
  readonly isLogarithmic?: boolean;
  readonly lines: readonly Line[];
}

/** What happened in the time of a point, as so many a minute. */
const aMinute = (count: number, { seconds }: OperationsPoint) =>
  seconds > 0 ? (count * 60) / seconds : 0;

export const CHARTS: readonly Chart[] = [
  {
    title: 'How long saves and searches take',
    hint: 'Dashed line: half took less. Full line: 95 of 100 took less. A line begins after 30 saves or searches within an hour. A batch counts as one save. The scale is logarithmic.',
    unit: 'ms',
    isLogarithmic: true,
    lines: [
      { label: 'save, 95 %', colour: 'teal', together: 'highest', read: (one) => one.save_p95_ms },
      { label: 'save, half', colour: 'teal', isDashed: true, read: (one) => one.save_p50_ms },
      {
        label: 'search, 95 %',
        colour: 'violet',
        together: 'highest',
        read: (one) => one.search_p95_ms,
      },
      {
        label: 'search, half',
        colour: 'violet',
        isDashed: true,
        read: (one) => one.search_p50_ms,
      },
    ],
  },
  {
    title: 'Requests',
    hint: 'Refused: status 4xx, the caller has to change the request. Errors: status 5xx, the service failed.',
    unit: 'per minute',
    lines: [
      { label: 'all', colour: 'grey', read: (one) => aMinute(one.requests, one) },
      { label: 'saves', colour: 'teal', read: (one) => aMinute(one.saves, one) },
      { label: 'searches', colour: 'violet', read: (one) => aMinute(one.searches, one) },
      { label: 'refused', colour: 'orange', read: (one) => aMinute(one.refused, one) },
      { label: 'errors', colour: 'bad', read: (one) => aMinute(one.errors, one) },
    ],
  },
  {
    title: 'Memory',
    hint: 'The memory that the service uses on its machine.',
    unit: 'bytes',
    lines: [{ label: 'memory', colour: 'blue', together: 'highest', read: (one) => one.rss_bytes }],
  },
  {
    title: 'How long requests wait for their turn',
    hint: 'The delay of the event loop: 99 of 100 delays were shorter. If it is high, the service has too much to do at once.',
    unit: 'ms',
    lines: [
      {
        label: 'delay, 99 %',
        colour: 'orange',
        together: 'highest',
        read: (one) => one.loop_p99_ms,
      },
    ],
  },
];

/** The newest value of a line, and the highest. Undefined where it has none. */
export function extremesOf(
  { read }: Line,
  points: readonly OperationsPoint[],
): { readonly newest: number; readonly highest: number } | undefined {
  const values = points.map(read).filter((value) => value !== null);
  const newest = values.at(-1);
  if (newest === undefined) return undefined;
  return { newest, highest: values.reduce((a, b) => Math.max(a, b)) };
}

/** One row of the table that says the same as a chart. */
export interface Row {
  /** The time of the last point in it. */
  readonly at: string;
  /** For each line, its highest value in that time. */
  readonly highest: readonly (number | null)[];
}

/** A point covers ten seconds. */
const POINTS_A_ROW = 30;

/** The points in rows of five minutes, newest first: what a reader can take in. */
export function rowsOf({ lines }: Chart, points: readonly OperationsPoint[]): readonly Row[] {
  const rows: Row[] = [];
  for (let end = points.length; end > 0; end -= POINTS_A_ROW) {
    const slice = points.slice(Math.max(0, end - POINTS_A_ROW), end);
    const highest = lines.map((line) => extremesOf(line, slice)?.highest ?? null);
    rows.push({ at: slice.at(-1)?.at ?? '', highest });
  }
  return rows;
}

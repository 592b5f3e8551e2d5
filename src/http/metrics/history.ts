import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { OutTime } from '../../domain/fields.js';
import { type Clock, formatTime, toSeconds } from '../../domain/time.js';
import { Count } from '../../queries/counts.js';

const Milliseconds = z.number().nullable();

/** Fewer say nothing about one in twenty. */
const FEWEST = 30;

const Percentile = Milliseconds.meta({
  id: 'Percentile',
  description: `In ms, of the last ${FEWEST} or more of this hour. Null when there was none in this time, or fewer.`,
});

/** What the service did in the `seconds` before `at`. */
export const Point = z
  .object({
    at: OutTime,
    seconds: z.number(),
    requests: Count,
    refused: Count.meta({ description: 'Status 4xx.' }),
    errors: Count.meta({ description: 'Status 5xx.' }),
    saves: Count,
    save_p50_ms: Percentile,
    save_p95_ms: Percentile,
    searches: Count,
    search_p50_ms: Percentile,
    search_p95_ms: Percentile,
    loop_p99_ms: Milliseconds.meta({ description: 'Delay of the event loop.' }),
    rss_bytes: Count,
  })
  .meta({ id: 'OperationsPoint' });
export type Point = z.infer<typeof Point>;

/** The last hour of a service, in points of ten seconds, kept in memory only (decision 56). */
export interface History {
  /** Counts a request that was answered. */
  count(method: string, route: string, status: number, seconds: number): void;
  /** The points that are kept, without the first `seen` that were ever taken, and how many were taken by now. */
  after(seen: number): { readonly points: readonly Point[]; readonly taken: number };
  /** Takes a point of what happened since the last one. */
  sample(): void;
  /** Takes a point every ten seconds from now on; no process waits for that. */
  start(): void;
  stop(): void;
}

const POINT_MS = 10_000;
/** One hour. */
const MOST_POINTS = 360;
/** How often the delay of the event loop is measured. What is measured has this time in it. */
const RESOLUTION_MS = 20;

/** `clock` says when a point was taken, and `uptime`, in milliseconds since any moment, how much time it covers. */
export function history(clock: Clock, uptime: () => number = () => performance.now()): History {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const points: Point[] = [];
  const [recentSaves, recentSearches] = [recent(), recent()];
  let tally = emptyTally();
  let taken = 0;
  let since = uptime();
  let timer: NodeJS.Timeout | undefined;

  function loopP99(): number | null {
    const ms = loop.percentile(99) / 1e6 - RESOLUTION_MS;
    const isMeasured = loop.max > 0;
    loop.reset();
    return isMeasured ? rounded(Math.max(0, ms)) : null;
  }

  function sample(): void {
    const now = uptime();
    const { saves, searches, ...counts } = tally;
    tally = emptyTally();
    const [ofSaves, ofSearches] = [recentSaves(saves), recentSearches(searches)];
    points.push({
      at: formatTime(toSeconds(clock())),
      seconds: rounded((now - since) / 1000),
      ...counts,
      saves: sumOf(saves),
      save_p50_ms: quantileMs(0.5, ofSaves),
      save_p95_ms: quantileMs(0.95, ofSaves),
      searches: sumOf(searches),
      search_p50_ms: quantileMs(0.5, ofSearches),
      search_p95_ms: quantileMs(0.95, ofSearches),
      loop_p99_ms: loopP99(),
      rss_bytes: process.memoryUsage.rss(),
    });
    since = now;
    taken += 1;
    if (points.length > MOST_POINTS) points.shift();
  }

  return {
    count(method, route, status, seconds) {
      tally.requests += 1;
      if (status >= 500) tally.errors += 1;
      else if (status >= 400) tally.refused += 1;
      // What was refused took no time, and would hide how long the rest takes.
      if (status >= 400) return;
      if (method === 'POST' && SAVES.includes(route)) countIn(tally.saves, seconds);
      else if (method === 'GET' && route === SEARCH) countIn(tally.searches, seconds);
    },
    after(seen) {
      const dropped = taken - points.length;
      return { points: points.slice(Math.max(0, seen - dropped)), taken };
    },
    sample,
    start() {
      since = uptime();
      loop.enable();
      timer ??= setInterval(sample, POINT_MS).unref();
    },
    stop() {
      loop.disable();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

const SAVES = ['/api/v1/observations', '/api/v1/observations/batch'];
const SEARCH = '/api/v1/search';

/** What was answered since the last point; of saves and searches, how many fell into each of `DURATION_BUCKETS`, and above. */
const emptyTally = () => ({
  requests: 0,
  refused: 0,
  errors: 0,
  saves: emptyCounts(),
  searches: emptyCounts(),
});

const emptyCounts = () => Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);

function countIn(counts: number[], seconds: number): void {
  const found = DURATION_BUCKETS.findIndex((bound) => seconds <= bound);
  const bucket = found === -1 ? DURATION_BUCKETS.length : found;
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/**
 * Takes what each point counted, and gives the newest counts that together are enough for a percentile; undefined where there are
 * not so many within the hour, or the newest point counted nothing.
 */
function recent(): (counts: readonly number[]) => readonly number[] | undefined {
  const hour: (readonly number[])[] = [];
  return (newest) => {
    hour.push(newest);
    if (hour.length > MOST_POINTS) hour.shift();
    if (sumOf(newest) === 0) return undefined;
    let sum = emptyCounts();
    for (const counts of hour.toReversed()) {
      sum = sum.map((count, i) => count + (counts[i] ?? 0));
      if (sumOf(sum) >= FEWEST) return sum;
    }
    return undefined;
  };
}

function quantileMs(q: number, counts: readonly number[] | undefined): number | null {
  const seconds = counts && histogramQuantile(q, { bounds: DURATION_BUCKETS, counts });
  return typeof seconds === 'number' ? rounded(seconds * 1000) : null;
}

/** To thousandths: more digits say nothing, and a page loads 360 points. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** What fell into the buckets of a histogram: into each up to its bound, and above the last one. */
interface Buckets {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
  /** How many fell into each bucket, and as the last number how many were above all bounds. */
  readonly counts: readonly number[];
}

/**
 * The value below which a share `q` (0 to 1) of all values is, estimated as `histogram_quantile` of Prometheus does: evenly
 * spread within a bucket, and the last bound for what is above it. Null when nothing was counted.
 */
export function histogramQuantile(q: number, { bounds, counts }: Buckets): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = q * total;
  let below = 0;
  for (const [i, upper] of bounds.entries()) {
    const count = counts[i] ?? 0;
    if (count > 0 && below + count >= rank) {
      const lower = bounds[i - 1] ?? 0;
      return lower + (upper - lower) * ((rank - below) / count);
    }
    below += count;
  }
  return bounds.at(-1) ?? null;
}

/** Bounds of the buckets in which durations are counted, in seconds: from 0.1 ms to 10 s. */
export const DURATION_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

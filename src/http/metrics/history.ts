import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import type { Clock } from '../../domain/time.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { Count } from '../../queries/counts.js';
import { type Buckets, histogramQuantile } from './histogramQuantile.js';
import { type RequestTally, requestTally } from './requestTally.js';

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
export interface History extends Pick<RequestTally, 'count'> {
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
  const tally = requestTally();
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const points: Point[] = [];
  const [recentSaves, recentSearches] = [recent(), recent()];
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
    const { saves, searches, ...counts } = tally.take();
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
    count: tally.count,
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

const sumOf = ({ counts }: Buckets) => counts.reduce((sum, count) => sum + count, 0);

/**
 * Takes what each point counted, and gives the newest counts that together are enough for a percentile; undefined where there are
 * not so many within the hour, or the newest point counted nothing.
 */
function recent(): (counted: Buckets) => Buckets | undefined {
  const hour: Buckets[] = [];
  return (counted) => {
    hour.push(counted);
    if (hour.length > MOST_POINTS) hour.shift();
    if (sumOf(counted) === 0) return undefined;
    let sum: Buckets = { ...counted, counts: counted.counts.map(() => 0) };
    for (const { counts } of hour.toReversed()) {
      sum = { ...sum, counts: sum.counts.map((count, i) => count + (counts[i] ?? 0)) };
      if (sumOf(sum) >= FEWEST) return sum;
    }
    return undefined;
  };
}

function quantileMs(q: number, buckets: Buckets | undefined): number | null {
  if (!buckets) return null;
  const seconds = histogramQuantile(q, buckets);
  return seconds === null ? null : rounded(seconds * 1000);
}

/** To thousandths: more digits say nothing, and a page loads 360 points. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;

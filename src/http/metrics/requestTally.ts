import { DURATION_BUCKETS } from './durationBuckets.js';
import type { Buckets } from './histogramQuantile.js';

/** What was answered since the tally was last taken. */
export interface Tally {
  readonly requests: number;
  /** Answered with a status from 400 to 499. */
  readonly refused: number;
  /** Answered with a status of 500 or more. */
  readonly errors: number;
  /** How long saves took that were stored, or found stored already, in seconds. */
  readonly saves: Buckets;
  /** How long searches took that were answered, in seconds. */
  readonly searches: Buckets;
}

/** Counts requests as they are answered. */
export interface RequestTally {
  count(method: string, route: string, status: number, seconds: number): void;
  /** Gives the tally and begins a new one. */
  take(): Tally;
}

const SAVES = ['POST /api/v1/observations', 'POST /api/v1/observations/batch'];
const SEARCHES = ['GET /api/v1/search'];

export function requestTally(): RequestTally {
  let now = emptyTally();
  return {
    count(method, route, status, seconds) {
      now.requests += 1;
      if (status >= 500) now.errors += 1;
      else if (status >= 400) now.refused += 1;
      // What was refused took no time, and would hide how long the rest takes.
      if (status >= 400) return;
      const name = `${method} ${route}`;
      if (SAVES.includes(name)) countIn(now.saves, seconds);
      else if (SEARCHES.includes(name)) countIn(now.searches, seconds);
    },
    take() {
      const taken = now;
      now = emptyTally();
      return taken;
    },
  };
}

interface Counts extends Buckets {
  readonly counts: number[];
}

const emptyCounts = (): Counts => ({
  bounds: DURATION_BUCKETS,
  counts: Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0),
});

function emptyTally() {
  return { requests: 0, refused: 0, errors: 0, saves: emptyCounts(), searches: emptyCounts() };
}

function countIn({ bounds, counts }: Counts, seconds: number): void {
  const found = bounds.findIndex((bound) => seconds <= bound);
  const bucket = found === -1 ? bounds.length : found;
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

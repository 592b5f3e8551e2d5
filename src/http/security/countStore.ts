import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { windowCounts } from './windowCounts.js';

const WINDOW_MS = 60_000;

type Counted = (error: null, result: { current: number; ttl: number }) => void;

/**
 * Where the limiter keeps its counts, by the minute; a class, because it makes one for each limit. Its own
 * store forgets the least recent of 5,000 addresses, so that whoever has more of them is never counted.
 */
export class CountStore implements FastifyRateLimitStore {
  readonly #counts = windowCounts(WINDOW_MS);

  incr(key: string, counted: Counted): void {
    counted(null, { current: this.#counts.add(key), ttl: this.#counts.left() });
  }

  read(key: string, counted: Counted): void {
    counted(null, { current: this.#counts.read(key), ttl: this.#counts.left() });
  }

  child(): CountStore {
    return new CountStore();
  }
}

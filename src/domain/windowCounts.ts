import { sha256Hex } from './hash.js';

/**
 * Counts keys within a window of time, which is the same for all of them. It counts exactly, and forgets nobody before
 * the window ends: memory is bounded by the requests that are answered within it, some 150 bytes for each key. `clock`
 * is in milliseconds.
 */
export function windowCounts(windowMs: number, clock = Date.now) {
  // By digest: a key may be as long as a header, or keep the whole header in memory that it was cut from.
  const counts = new Map<string, number>();
  let startedAt = Number.NEGATIVE_INFINITY;

  // A clock that was set back must not make a window last.
  const isOver = (now: number) => now >= startedAt + windowMs || now < startedAt;

  return {
    /** Counts a key once more; gives its count, this one included. */
    add(key: string): number {
      const now = clock();
      if (isOver(now)) {
        counts.clear();
        startedAt = now;
      }
      const digest = sha256Hex(key);
      const count = (counts.get(digest) ?? 0) + 1;
      counts.set(digest, count);
      return count;
    },
    /** The count of a key as it stands. */
    read(key: string): number {
      return isOver(clock()) ? 0 : (counts.get(sha256Hex(key)) ?? 0);
    },
    /** Milliseconds until all counts begin again. */
    left(): number {
      const now = clock();
      return isOver(now) ? windowMs : startedAt + windowMs - now;
    },
  };
}

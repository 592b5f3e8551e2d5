import { createHmac, randomBytes } from 'node:crypto';

const ROWS = 4;
/** Cells of a row: as many as two bytes of a digest can name. */
const CELLS = 65_536;

/** Counts keys within a window of time, which is the same for all of them. */
export interface WindowCounts {
  /** Counts a key once more; gives its count, this one included. */
  add(key: string): number;
  /** The count of a key as it stands. */
  read(key: string): number;
  /** Milliseconds until all counts start anew. */
  left(): number;
}

/**
 * Counts in 1 MiB, however many keys there are: a count-min sketch (Cormode and Muthukrishnan, 2005) with
 * conservative update (Estan and Varghese, 2002). No count is ever too low, so a flood of keys makes nobody
 * new again. It is too high for a key that shares all of its cells with others, which a secret of the
 * process keeps anybody from arranging. `clock` is in milliseconds.
 */
export function windowCounts(windowMs: number, clock = Date.now): WindowCounts {
  const secret = randomBytes(32);
  const cells = new Uint32Array(ROWS * CELLS);
  let startedAt = Number.NEGATIVE_INFINITY;

  function placesOf(key: string): number[] {
    const digest = createHmac('sha256', secret).update(key).digest();
    return Array.from({ length: ROWS }, (_, row) => row * CELLS + digest.readUInt16LE(row * 2));
  }

  const least = (places: readonly number[]) =>
    Math.min(...places.map((place) => cells[place] ?? 0));

  // A clock that was set back must not make a window last.
  const isOver = (now: number) => now >= startedAt + windowMs || now < startedAt;

  return {
    add(key) {
      const now = clock();
      if (isOver(now)) {
        cells.fill(0);
        startedAt = now;
      }
      const places = placesOf(key);
      const count = least(places) + 1;
      for (const place of places) cells[place] = Math.max(cells[place] ?? 0, count);
      return count;
    },
    read: (key) => (isOver(clock()) ? 0 : least(placesOf(key))),
    left() {
      const now = clock();
      return isOver(now) ? windowMs : startedAt + windowMs - now;
    },
  };
}

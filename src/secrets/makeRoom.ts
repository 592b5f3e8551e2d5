import type { Holder } from '../domain/holder.js';

/** Something in memory that belongs to a holder until it expires. */
interface Held {
  readonly holder: Holder;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How many are kept at the same time. */
export interface Most {
  readonly perHolder: number;
  readonly all: number;
}

/**
 * Makes room for one more that belongs to `holder`, in a map that has the oldest first. Drops what has expired by `now`, in ms,
 * and if that is not enough, the oldest: that of the same holder first, so that who opens again and again ends nobody else's.
 */
export function makeRoom(
  kept: Map<string, Held>,
  { hash }: Holder,
  { now, most }: { readonly now: number; readonly most: Most },
): void {
  const own: string[] = [];
  for (const [key, { holder, expiresAt }] of kept) {
    if (expiresAt <= now) kept.delete(key);
    else if (holder.hash === hash) own.push(key);
  }
  const hasTooMany = own.length >= most.perHolder;
  const [oldest] = hasTooMany ? own : kept.keys();
  if ((hasTooMany || kept.size >= most.all) && oldest !== undefined) kept.delete(oldest);
}

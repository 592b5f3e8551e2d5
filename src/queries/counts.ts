import { z } from 'zod';

/** A number of things. */
export const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** How many of each, by name. */
export const Counts = z.record(z.string(), Count);

/** Rows as an object; safe for any key, `__proto__` included. */
export function countsOf(rows: readonly { key: string; count: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

import { z } from 'zod';

export const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A count for each key. */
export const Counts = z.record(z.string(), Count).meta({ id: 'Counts' });

/** Turns rows into an object. Safe for any key, also `__proto__`. */
export function countsOf(rows: readonly { key: string; count: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

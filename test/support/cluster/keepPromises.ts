import { expect } from 'vitest';
import type { Planned } from './faultPlan.js';
import { type HistoryOptions, playHistory } from './playHistory.js';

/** Expects that nodes keep every promise while a plan goes on. */
export async function keepPromises(
  plan: readonly Planned[],
  options: Partial<HistoryOptions> = {},
): Promise<void> {
  const least = { acknowledged: 21, reads: 6 };
  const played = await playHistory({ seed: 1, plan, ms: 0, least, ...options });
  expect(played.problems).toEqual([]);
  expect(played.acknowledged).toBeGreaterThan(20);
  expect(played.reads).toBeGreaterThan(5);
}

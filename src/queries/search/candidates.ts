import type { Holders } from './holders.js';

/** Notes that hold something, and what that weighs. */
export interface Weighed {
  readonly holders: Holders;
  readonly weight: number;
}

/** The notes that hold any of these, those with the heaviest first, newest first among equals. */
export function heaviest(lists: readonly Weighed[]): readonly number[] {
  const weights = new Map<number, number>();
  for (const { holders, weight } of lists) {
    for (const position of holders.positions) {
      weights.set(position, (weights.get(position) ?? 0) + weight);
    }
  }
  return sorted(weights);
}

/** The same order of the given notes alone, which need not hold any of these. */
export function heaviestOf(
  positions: readonly number[],
  lists: readonly Weighed[],
): readonly number[] {
  const weights = new Map(positions.map((position) => [position, 0]));
  for (const { holders, weight } of lists) {
    for (const position of holders.positions) {
      const before = weights.get(position);
      if (before !== undefined) weights.set(position, before + weight);
    }
  }
  return sorted(weights);
}

/** Sorts by groups of equal weight, of which there are few: to compare thousands of notes with each other takes longer. */
function sorted(weights: ReadonlyMap<number, number>): readonly number[] {
  const groups = new Map<number, number[]>();
  for (const [position, weight] of weights) {
    const group = groups.get(weight);
    if (group) group.push(position);
    else groups.set(weight, [position]);
  }
  const positions: number[] = [];
  for (const [, group] of [...groups].sort(([a], [b]) => b - a)) {
    for (const position of Float64Array.from(group).sort().reverse()) positions.push(position);
  }
  return positions;
}

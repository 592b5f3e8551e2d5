import type { Holders } from './holders.js';
import type { QueryWord } from './queryWords.js';
import { IN_TITLE } from './score.js';

/**
 * The notes that hold any of the words, those with the heaviest words first, newest first among equals. Those with all words,
 * `anywhere` or in title and tags, are also some of which only newer holders were read.
 */
export function candidatesWith(
  words: readonly QueryWord[],
  anywhere: Holders,
  inTitle: Holders,
): readonly number[] {
  const weights = new Map<number, number>();
  for (const { holders, weight } of words) {
    for (const position of holders.positions) {
      weights.set(position, (weights.get(position) ?? 0) + weight);
    }
  }
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  for (const position of anywhere.positions) weights.set(position, all);
  for (const position of inTitle.positions) weights.set(position, IN_TITLE * all);
  return heaviestFirst(weights);
}

/** The same of the given notes alone, which need not hold any of the words. */
export function candidatesAmong(
  positions: readonly number[],
  words: readonly QueryWord[],
): readonly number[] {
  const weights = new Map(positions.map((position) => [position, 0]));
  for (const { holders, weight } of words) {
    for (const position of holders.positions) {
      const before = weights.get(position);
      if (before !== undefined) weights.set(position, before + weight);
    }
  }
  return heaviestFirst(weights);
}

/** Sorts by groups of equal weight, of which there are few: to compare thousands of notes with each other takes longer. */
function heaviestFirst(weights: ReadonlyMap<number, number>): readonly number[] {
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

import type { QueryWord } from './queryWords.js';
import { IN_TITLE } from './score.js';

/** A note that may be among the best hits. */
export interface Candidate {
  readonly position: number;
  /** The sum of the weights of the words that it is known to hold. */
  readonly weight: number;
}

/** Notes that are known to hold all words, also those of which only the newest holders were read. */
export interface WholeNotes {
  readonly anywhere: Iterable<number>;
  /** In title or tags. */
  readonly inTitle: Iterable<number>;
}

/** The notes that hold any of the words, those with the heaviest words first, newest first among equals. */
export function candidatesWith(words: readonly QueryWord[], whole: WholeNotes): Candidate[] {
  const weights = new Map<number, number>();
  for (const { holders, weight } of words) {
    for (const position of holders.positions) {
      weights.set(position, (weights.get(position) ?? 0) + weight);
    }
  }
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  for (const position of whole.anywhere) weights.set(position, all);
  for (const position of whole.inTitle) weights.set(position, IN_TITLE * all);
  return heaviestFirst(weights);
}

/** The same of the given notes alone, which need not hold any of the words. */
export function candidatesAmong(
  positions: readonly number[],
  words: readonly QueryWord[],
): Candidate[] {
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
function heaviestFirst(weights: ReadonlyMap<number, number>): Candidate[] {
  const groups = new Map<number, number[]>();
  for (const [position, weight] of weights) {
    const group = groups.get(weight);
    if (group) group.push(position);
    else groups.set(weight, [position]);
  }
  return [...groups]
    .sort(([a], [b]) => b - a)
    .flatMap(([weight, positions]) =>
      Array.from(Float64Array.from(positions).sort().reverse(), (position) => ({
        position,
        weight,
      })),
    );
}

import type { Explanation } from './explanation.js';
import type { Term } from './readQuery.js';
import type { WordScore } from './score.js';

/** What a score is made of, before it is rounded. */
export interface Evidence {
  readonly words: readonly ({ readonly term: Term } & WordScore)[];
  readonly session: number;
  readonly factor: number;
  readonly all_words: number;
}

/** The explanation of a score. */
export function explained({ words, session, factor, all_words }: Evidence): Explanation {
  return {
    words: words
      .filter(({ note, around }) => note > 0 || around > 0)
      .map(({ term, note, around }) => ({
        word: term.text,
        ...(term.corrected && { read_as: [...term.forms] }),
        in_note: round(note),
        around: round(around),
      })),
    session: round(session),
    factor: round(factor),
    all_words: round(all_words),
  };
}

/** Rounds a score to three digits after the point: more would only say something about the arithmetic. */
export const round = (score: number) => Math.round(score * 1000) / 1000;

/** Of a hit that was not compared with others: it matches, and comes after the ranked ones. */
export const UNRANKED: Explanation = { words: [], session: 0, factor: 1, all_words: 0 };

import { z } from 'zod';
import type { Term } from './readQuery.js';
import type { WordScore } from './score.js';

/** Why a hit has its score. */
export const Explanation = z
  .object({
    words: z
      .array(
        z.object({
          word: z.string().meta({ description: 'As it was asked for.' }),
          read_as: z.array(z.string()).optional().meta({
            description: 'No note holds the word: it was read as these, which are spelt like it.',
          }),
          in_note: z.number().meta({ description: 'What it adds because the note holds it.' }),
          around: z.number().meta({
            description: 'What it adds because notes around it in the session hold it.',
          }),
        }),
      )
      .meta({ description: 'The words that the note, or a note around it, holds.' }),
    session: z.number().meta({
      description: 'What is added because this part of the session holds the words.',
    }),
    factor: z.number().meta({
      description:
        'By what that sum is multiplied: less than 1 for a question and for a short remark.',
    }),
    all_words: z.number().meta({
      description: 'What is then added where the note holds all words of a short query.',
    }),
  })
  .meta({
    id: 'SearchExplanation',
    description:
      'Why a hit has its score, which is (the sum of all `in_note` and `around` + `session`) × `factor` + `all_words`.',
  });
export type Explanation = z.infer<typeof Explanation>;

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

import { z } from 'zod';

/** Why a hit has its score. */
export const Explanation = z
  .object({
    words: z
      .array(
        z.object({
          word: z.string().meta({ description: 'As it was asked for.' }),
          read_as: z.array(z.string()).optional().meta({
            description: 'No note holds the word: it was read as these.',
          }),
          in_note: z.number().meta({ description: 'Because the note holds it.' }),
          around: z.number().meta({
            description: 'Because notes around it in the session hold it.',
          }),
        }),
      )
      .meta({ description: 'The words that the note, or a note around it, holds.' }),
    session: z.number().meta({
      description: 'Because this part of the session holds the words.',
    }),
    factor: z.number().meta({
      description: 'Less than 1 for a question and for a short remark.',
    }),
    all_words: z.number().meta({
      description: 'Where the note holds all words of a short query.',
    }),
  })
  .meta({
    id: 'SearchExplanation',
    description:
      'Why a hit has its score, which is (the sum of all `in_note` and `around` + `session`) × `factor` + `all_words`.',
  });
export type Explanation = z.infer<typeof Explanation>;

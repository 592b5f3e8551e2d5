import { z } from 'zod';
import { LAYERS } from '../../domain/layers.js';
import { Observation } from '../../domain/observation.js';

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
    factor: z.number().meta({
      description: 'Less than 1 for a question and for a note whose place another one took.',
    }),
    all_words: z.number().meta({
      description: 'Where the note holds all words of a short query.',
    }),
  })
  .meta({
    id: 'SearchExplanation',
    description:
      'Why a hit has its score, which is the sum of all `in_note` and `around` × `factor` + `all_words`.',
  });
export type Explanation = z.infer<typeof Explanation>;

/** How an answer about a project marks a note that comes from a layer of it. */
export const InLayer = z.object({
  layer: z.enum(LAYERS).optional().meta({
    description:
      'It is not of the project that was asked for: it is `personal`, for the caller alone, or holds `everywhere`.',
  }),
});

/** One hit of a search. */
export const SearchHit = Observation.and(
  InLayer.extend({
    source: z.enum(['local', 'hive']).meta({ description: 'Found in this vault or in the hive.' }),
    score: z.number().meta({
      description: 'Compare it only within one answer; 0 for a match that was not ranked.',
    }),
    snippet: z
      .string()
      .optional()
      .meta({ description: 'An extract; words that matched stand between `**`.' }),
    explain: Explanation.optional(),
  }),
).meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

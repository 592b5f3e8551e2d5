import { z } from 'zod';
import { Observation } from '../../domain/observation.js';

/** One hit of a search. */
export const SearchHit = Observation.extend({
  source: z
    .enum(['local', 'hive'])
    .meta({ description: 'Whether it was found in this vault or in the hive.' }),
  score: z.number().meta({
    description:
      'Relevance (BM25). Hits with all words of the query come first, whatever their score.',
  }),
  snippet: z
    .string()
    .optional()
    .meta({ description: 'An extract; words that matched stand between `**`.' }),
}).meta({ id: 'SearchHit', description: 'An observation that was found.' });
export type SearchHit = z.infer<typeof SearchHit>;

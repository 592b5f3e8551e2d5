import { z } from 'zod';
import { Observation } from '../../domain/observation.js';

/** One hit of a search. */
export const SearchHit = Observation.extend({
  source: z.enum(['local', 'hive']).meta({ description: 'Where it was found.' }),
  score: z.number().meta({
    description:
      'Relevance (BM25). The order counts: hits with all words come first, whatever their score.',
  }),
  snippet: z.string().optional().meta({ description: 'An extract, what matched in `**`.' }),
}).meta({ id: 'SearchHit', description: 'An observation that was found.' });
export type SearchHit = z.infer<typeof SearchHit>;

import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { Explanation } from './explanation.js';

/** One hit of a search. */
export const SearchHit = Observation.and(
  z.object({
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

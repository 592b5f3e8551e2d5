import { z } from 'zod';
import { FILTER_SCHEMAS } from '../../domain/filterSchemas.js';
import { Rejection } from '../../domain/rejection.js';
import { FILTER_NAMES, type FilterName, SEARCH_FILTERS } from '../../domain/searchFilters.js';
import { isStorable, optional } from '../../domain/text.js';

/** The query text of a search. */
export const SearchWords = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  // What is blank is refused where it is searched, as `invalid_query`.
  .meta({
    description: 'Words, or FTS5 syntax.',
    example: 'idempotency key',
    minLength: 1,
    pattern: '\\S',
  });

/** Refuses a query without words. */
export function refuseBlank(q: string): void {
  if (q.trim() === '') throw new Rejection('invalid_query', 'q: must not be blank');
}

/** What a search may be narrowed by: the same here and in the hive, since the filters travel with it. */
// The keys and values are those of the tables; Object.fromEntries forgets it.
export const FILTER_PARAMS = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const schema: z.ZodType = FILTER_SCHEMAS[name];
    const { description } = SEARCH_FILTERS[name];
    return [name, optional(schema).meta({ description })];
  }),
) as unknown as {
  [K in FilterName]: z.ZodOptional<(typeof FILTER_SCHEMAS)[K]>;
};

/** The parameter for extracts in hits. */
export const SnippetParam = optional(z.enum(['0', '1'])).meta({
  description: '1 adds an extract to each hit.',
});

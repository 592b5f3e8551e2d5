import { z } from 'zod';
import { Ulid } from '../../domain/ids.js';
import { ObservationType } from '../../domain/observation.js';
import { isStorable, Name, optional } from '../../domain/text.js';
import { TimeParam } from './parameters.js';

/** What is searched for. */
export const SearchWords = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  .meta({ description: 'Words, or FTS5 syntax.', example: 'idempotency key' });

/** What a search may be narrowed to: the same here and in the hive, since the filters travel with it. */
export const SEARCH_FILTERS = {
  project: optional(Name).meta({ description: 'Only observations of this project.' }),
  type: optional(ObservationType).meta({ description: 'Only observations of this type.' }),
  team: optional(Name).meta({ description: 'Only observations of this team.' }),
  country: optional(Name).meta({ description: 'Only observations of this country.' }),
  author: optional(Name).meta({ description: 'Only observations by this author.' }),
  tag: optional(Name).meta({ description: 'Only observations with this tag.' }),
  session_id: optional(Ulid).meta({ description: 'Only observations of this session.' }),
  from: optional(TimeParam).meta({
    description: 'Only observations created at this time or later.',
  }),
  to: optional(TimeParam).meta({
    description: 'Only observations created at this time or earlier.',
  }),
};

/** Whether hits come with extracts. */
export const SnippetParam = optional(z.enum(['0', '1'])).meta({
  description: '1 adds an extract to each hit.',
});

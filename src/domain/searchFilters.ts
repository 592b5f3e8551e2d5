import type { z } from 'zod';
import { Ulid } from './ids.js';
import { ObservationType } from './observation.js';
import { Name } from './text.js';
import { FromSeconds, ToSeconds } from './timeSchemas.js';

/** One way to narrow a search. */
interface AnyFilter {
  /** How a query string gives the value; times become seconds since 1970. */
  readonly schema: z.ZodType<string | number>;
  readonly description: string;
  /** The column of the read model `observations` that the value is compared with. */
  readonly column: string;
  /**
   * How the value travels to the hive: as the hash of a name, without personal data, as a date-time, or as it is. A hit
   * that came back with the hash of a name that was asked for shows that name.
   */
  readonly travels: 'hashed' | 'impersonal' | 'time' | 'plain';
}

/** A filter, and how its value is compared: with a whole column, an entry of a JSON array, or a bound of a range. */
export type SearchFilter = AnyFilter &
  (
    | {
        readonly compare: 'equals' | 'includes';
        /**
         * Marks its words in the search index, which then finds what has the value without reading rows. Every filter has
         * another letter. With null, rows are read. A change here changes the index: raise the version of its projection.
         */
        readonly letter: string | null;
      }
    | { readonly compare: 'from' | 'to'; readonly letter: null }
  );

/**
 * Everything a search can be narrowed by, a row each: the routes parse by it, the search index and the search are made
 * from it, and it says how each filter travels to the hive. The index keeps its words in this order.
 */
export const SEARCH_FILTERS = {
  project: {
    schema: Name,
    description: 'Only of this project.',
    column: 'project',
    compare: 'equals',
    letter: 'p',
    travels: 'hashed',
  },
  type: {
    schema: ObservationType,
    description: 'Only of this type.',
    column: 'type',
    compare: 'equals',
    letter: 't',
    travels: 'plain',
  },
  team: {
    schema: Name,
    description: 'Only of this team.',
    column: 'team',
    compare: 'equals',
    letter: 'm',
    travels: 'hashed',
  },
  country: {
    schema: Name,
    description: 'Only of this country.',
    column: 'country',
    compare: 'equals',
    letter: 'c',
    travels: 'impersonal',
  },
  author: {
    schema: Name,
    description: 'Only by this author.',
    column: 'author',
    compare: 'equals',
    letter: 'a',
    travels: 'hashed',
  },
  session_id: {
    schema: Ulid,
    description: 'Only of this session.',
    column: 'session_id',
    compare: 'equals',
    letter: 's',
    travels: 'plain',
  },
  tag: {
    schema: Name,
    description: 'Only with this tag.',
    column: 'tags',
    compare: 'includes',
    letter: 'g',
    travels: 'impersonal',
  },
  from: {
    schema: FromSeconds,
    description: 'Only from then on.',
    column: 'created_at',
    compare: 'from',
    letter: null,
    travels: 'time',
  },
  to: {
    schema: ToSeconds,
    description: 'Only up to then.',
    column: 'created_at',
    compare: 'to',
    letter: null,
    travels: 'time',
  },
} as const satisfies Record<string, SearchFilter>;

/** The parameter that gives a filter its value. */
export type FilterName = keyof typeof SEARCH_FILTERS;

// Object.keys forgets that these are the keys.
export const FILTER_NAMES = Object.keys(SEARCH_FILTERS) as readonly FilterName[];

/** The names of the filters that have one of these values in a column of the table. */
export type FiltersWith<Field extends keyof SearchFilter, Value> = {
  [K in FilterName]: (typeof SEARCH_FILTERS)[K][Field] extends Value ? K : never;
}[FilterName];

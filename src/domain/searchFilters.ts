import { commitKey, pathKey } from './anchor.js';
import { projectKey } from './names.js';

/** One way to narrow a search. */
interface AnyFilter {
  readonly description: string;
  /** The column of the read model `observations` that the value is compared with. */
  readonly column: string;
  /** The form of a value in that column; by default the value itself. */
  readonly comparedAs?: (value: string) => string;
  /**
   * How the value is sent to the hive: as the hash of a name, without secrets and personal data, as a date-time, or unchanged. If a hit
   * comes back with the hash of a name that the caller searched for, the caller sees that name.
   */
  readonly sentToHive: 'hashed' | 'filtered' | 'time' | 'unchanged';
}

/** A filter, and how its value is compared: with a whole column, an entry of a JSON array, or a bound of a range. */
export type SearchFilter = AnyFilter &
  (
    | {
        readonly compare: 'equals' | 'includes';
        /**
         * First letter of the filter's words in the search index. With a letter, the index finds the matching notes; with
         * null, the search reads rows. Letters are unique. A change here changes the index: raise the version of its projection.
         */
        readonly letter: string | null;
      }
    | { readonly compare: 'from' | 'to'; readonly letter: null }
  );

/**
 * All search filters, one row each. The search index and the search conditions are built from it, and it says how each
 * filter is sent to the hive; how a value is parsed says `filterSchemas.ts`. The index stores its words in this order.
 */
export const SEARCH_FILTERS = {
  project: {
    description: 'Only of this project, compared without case.',
    column: 'project_key',
    comparedAs: projectKey,
    compare: 'equals',
    letter: 'p',
    sentToHive: 'hashed',
  },
  type: {
    description: 'Only of this type.',
    column: 'type',
    compare: 'equals',
    letter: 't',
    sentToHive: 'unchanged',
  },
  team: {
    description: 'Only of this team.',
    column: 'team',
    compare: 'equals',
    letter: 'm',
    sentToHive: 'hashed',
  },
  country: {
    description: 'Only of this country.',
    column: 'country',
    compare: 'equals',
    letter: 'c',
    sentToHive: 'filtered',
  },
  author: {
    description: 'Only by this author.',
    column: 'author',
    compare: 'equals',
    letter: 'a',
    sentToHive: 'hashed',
  },
  session_id: {
    description: 'Only of this session.',
    column: 'session_id',
    compare: 'equals',
    letter: 's',
    sentToHive: 'unchanged',
  },
  tag: {
    description: 'Only with this tag.',
    column: 'tags',
    compare: 'includes',
    letter: 'g',
    sentToHive: 'filtered',
  },
  path: {
    description: 'Only about this file, or about files in this folder, with a `/` at its end.',
    column: 'paths',
    comparedAs: pathKey,
    compare: 'includes',
    letter: 'f',
    sentToHive: 'filtered',
  },
  commit: {
    description: 'Only about this commit: 7 digits or more, of which the first 7 are compared.',
    column: 'commits',
    comparedAs: commitKey,
    compare: 'includes',
    letter: 'h',
    sentToHive: 'unchanged',
  },
  from: {
    description: 'Only created at this time or later.',
    column: 'created_at',
    compare: 'from',
    letter: null,
    sentToHive: 'time',
  },
  to: {
    description: 'Only created at this time or earlier.',
    column: 'created_at',
    compare: 'to',
    letter: null,
    sentToHive: 'time',
  },
} as const satisfies Record<string, SearchFilter>;

/** The parameter that gives a filter its value. */
export type FilterName = keyof typeof SEARCH_FILTERS;

// Object.keys forgets that these are the keys.
export const FILTER_NAMES = Object.keys(SEARCH_FILTERS) as readonly FilterName[];

/** The names of the filters that have one of these values in a column of the table. */
export type FiltersWith<Field extends Exclude<keyof SearchFilter, 'comparedAs'>, Value> = {
  [K in FilterName]: (typeof SEARCH_FILTERS)[K][Field] extends Value ? K : never;
}[FilterName];

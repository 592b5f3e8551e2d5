import type { z } from 'zod';
import { Commit, PathOrFolder } from './anchorSchemas.js';
import { FromSeconds, Name, ToSeconds } from './fields.js';
import { Ulid } from './ids.js';
import { ObservationType } from './observation.js';
import type { FilterName } from './searchFilters.js';

/** Parses the value of each search filter from a query string. Times become seconds since 1970. */
export const FILTER_SCHEMAS = {
  project: Name,
  type: ObservationType,
  team: Name,
  country: Name,
  author: Name,
  session_id: Ulid,
  tag: Name,
  path: PathOrFolder,
  commit: Commit,
  from: FromSeconds,
  to: ToSeconds,
} as const satisfies Record<FilterName, z.ZodType<string | number>>;

/** The values of the filters that are given. */
export type FilterValues = {
  readonly [K in FilterName]?: z.output<(typeof FILTER_SCHEMAS)[K]> | undefined;
};

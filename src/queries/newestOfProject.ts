import type { Observation } from '../domain/observation.js';
import { projectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices, type Slices } from './inSlices.js';
import { IS_SUPERSEDED } from './noteLinks.js';
import { observationOf } from './observationOf.js';
import { visible, visibleTo } from './visible.js';

/** Selects observations: of all types, or only decisions that no other note took the place of. */
export interface ProjectRequest {
  readonly project: string;
  readonly type?: 'decision';
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

/** Rows that are tried at most for decisions that hold. */
const MOST_TRIED = 10_000;

/** The newest `limit` observations of a project that the caller may see, newest first. */
export function newestOfProject(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, type, limit, as_of = NOW }: ProjectRequest,
): Slices<Observation> {
  // Not a parameter: SQLite takes the index of decisions only where it reads that decisions are asked for.
  const ofType = type === undefined ? '' : `AND type = '${type}'`;
  const holds = type === undefined ? '' : `WHERE NOT ${IS_SUPERSEDED}`;
  return inSlices<ObservationRow, Observation>({
    views,
    after: (open, last, count) =>
      open.each<ObservationRow>(
        `SELECT * FROM (
           SELECT * FROM observations WHERE project_key = :project ${ofType} AND ${visible()} AND ${CURRENT_AS_OF}
             AND (created_at, first) < (:created_at, :first)
           ORDER BY created_at DESC, first DESC LIMIT ${MOST_TRIED}) AS o
         ${holds} LIMIT :left`,
        {
          ...visibleTo(sees),
          ...{ project: projectKey(project), as_of, left: limit - count },
          created_at: last?.created_at ?? END,
          first: last?.first ?? END,
        },
      ),
    toItem: (open, row) => observationOf(open, row, { sees, as_of }),
  });
}

/** Later than every time, and behind every position. */
const END = Number.MAX_SAFE_INTEGER;

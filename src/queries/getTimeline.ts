import type { Observation } from '../domain/observation.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { observationOf } from './observationOf.js';
import { visible, visibleTo } from './visible.js';

/** The end of a page: the last observation on it. */
export interface TimelineCursor {
  /** Seconds since 1970. */
  readonly created_at: number;
  /** Position of the event that saved the last observation. */
  readonly first: number;
}

/** `from` and `to` are seconds since 1970, both inclusive. */
export interface TimelineRange {
  readonly project: string;
  readonly from: number;
  readonly to: number;
  readonly after?: TimelineCursor | undefined;
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

export interface TimelinePage {
  readonly observations: Observation[];
  /** Undefined on the last page. */
  readonly next: TimelineCursor | undefined;
}

/** The observations of a project that the caller may see, from oldest to newest, a page at a time. */
export function getTimeline(views: Sql, sees: Visibility, range: TimelineRange): TimelinePage {
  const after = range.after ?? { created_at: range.from, first: 0 };
  const rows = views.all<ObservationRow>(
    `SELECT * FROM observations
     WHERE project = :project AND (created_at, first) > (:created_at, :first)
       AND created_at BETWEEN :from AND :to AND ${visible()} AND ${CURRENT_AS_OF}
     ORDER BY created_at, first LIMIT :limit`,
    {
      ...visibleTo(sees),
      project: range.project,
      from: range.from,
      to: range.to,
      created_at: after.created_at,
      first: after.first,
      as_of: range.as_of ?? NOW,
      // One more row than requested shows whether there is a next page.
      limit: range.limit + 1,
    },
  );
  const page = rows.slice(0, range.limit);
  return {
    observations: page.map((row) => observationOf(views, row, sees)),
    next: rows.length > page.length ? page.at(-1) : undefined,
  };
}

import type { Observation } from '../domain/observation.js';
import type { Sql } from '../log/sqlite.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { observationOf } from './observationOf.js';

/** Where a page of a timeline ended. */
export interface TimelineCursor {
  /** Seconds since 1970. */
  readonly created_at: number;
  readonly position: number;
}

/** `from` and `to` are seconds since 1970, both inclusive. */
export interface TimelineRange {
  readonly project: string;
  readonly from: number;
  readonly to: number;
  readonly after?: TimelineCursor | undefined;
  readonly limit: number;
}

export interface TimelinePage {
  readonly observations: Observation[];
  /** Given when there is more. */
  readonly next: TimelineCursor | undefined;
}

/** A project's observations from oldest to newest, a page at a time. */
export function getTimeline(views: Sql, range: TimelineRange): TimelinePage {
  const after = range.after ?? { created_at: range.from, position: 0 };
  const rows = views.all<ObservationRow>(
    `SELECT * FROM observations
     WHERE project = :project AND (created_at, position) > (:created_at, :position)
       AND created_at BETWEEN :from AND :to
     ORDER BY created_at, position LIMIT :limit`,
    {
      project: range.project,
      from: range.from,
      to: range.to,
      created_at: after.created_at,
      position: after.position,
      // One more than asked for tells whether there is a next page.
      limit: range.limit + 1,
    },
  );
  const page = rows.slice(0, range.limit);
  return {
    observations: page.map(observationOf),
    next: rows.length > page.length ? page.at(-1) : undefined,
  };
}

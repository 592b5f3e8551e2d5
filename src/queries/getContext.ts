import type { Observation } from '../domain/observation.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { observationOf } from './observationOf.js';
import { visible, visibleTo } from './visible.js';

/** Selects observations. Without `type`, those of all types. */
export interface ContextRequest {
  readonly project: string;
  readonly type?: string;
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

/** The newest `limit` observations of a project that the caller may see, newest first. */
export function getContext(
  views: Sql,
  sees: Visibility,
  { project, type, limit, as_of = NOW }: ContextRequest,
): Observation[] {
  const ofType = type === undefined ? '' : 'AND type = :type';
  return views
    .all<ObservationRow>(
      `SELECT * FROM observations WHERE project = :project ${ofType} AND ${visible()} AND ${CURRENT_AS_OF}
       ORDER BY created_at DESC, first DESC LIMIT :limit`,
      { ...visibleTo(sees), project, limit, as_of, ...(type !== undefined && { type }) },
    )
    .map((row) => observationOf(views, row, sees));
}

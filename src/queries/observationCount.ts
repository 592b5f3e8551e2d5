import type { ProjectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import {
  type CountDimension,
  type ObservationCountRow,
  WHOLE_VAULT,
} from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { visible, visibleTo } from './visible.js';

/** The number of observations in the whole vault that have `key` in a dimension, of those that the caller may see. */
export function observationCount(
  views: Sql,
  sees: Visibility,
  dimension: CountDimension,
  key: string,
): number {
  const row = views.get<Pick<ObservationCountRow, 'count'>>(
    `SELECT coalesce(sum(count), 0) AS count FROM observation_counts
     WHERE project = :vault AND dimension = :dimension AND key = :key AND ${visible()}`,
    { ...visibleTo(sees), vault: WHOLE_VAULT, dimension, key },
  );
  return row?.count ?? 0;
}

/** The number of observations in a project, of those that the caller may see. */
export function observationsOfProject(views: Sql, sees: Visibility, project: ProjectKey): number {
  const row = views.get<Pick<ObservationCountRow, 'count'>>(
    `SELECT coalesce(sum(count), 0) AS count FROM observation_counts
     WHERE project = :project AND dimension = 'project' AND ${visible()}`,
    { ...visibleTo(sees), project },
  );
  return row?.count ?? 0;
}

/** The number of all observations that the caller may see. */
export function observationsTotal(views: Sql, sees: Visibility): number {
  return observationCount(views, sees, 'total', '');
}

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

/** How many observations a project has, or the vault, and how long they are on average; of those that the caller may see. */
export interface Extent {
  readonly notes: number;
  /** Mean bytes of title and content; 1 without notes. */
  readonly average: number;
}

/** The extent of a project, or of the vault without one. */
export function extentOf(views: Sql, sees: Visibility, project: ProjectKey | undefined): Extent {
  const rows = views.all<Pick<ObservationCountRow, 'dimension' | 'count'>>(
    `SELECT dimension, sum(count) AS count FROM observation_counts
     WHERE project = :project AND dimension IN (:notes, 'bytes') AND ${visible()} GROUP BY dimension`,
    {
      ...visibleTo(sees),
      project: project ?? WHOLE_VAULT,
      notes: project === undefined ? 'total' : 'project',
    },
  );
  const counts = new Map(rows.map(({ dimension, count }) => [dimension, count]));
  const bytes = counts.get('bytes') ?? 0;
  const notes = counts.get('total') ?? counts.get('project') ?? 0;
  return { notes, average: bytes / notes || 1 };
}

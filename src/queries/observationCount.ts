import {
  type CountDimension,
  type ObservationCountRow,
  WHOLE_VAULT,
} from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';

/** The number of observations in the whole vault that have `key` in a dimension. */
export function observationCount(views: Sql, dimension: CountDimension, key: string): number {
  const row = views.get<ObservationCountRow>(
    'SELECT * FROM observation_counts WHERE project = ? AND dimension = ? AND key = ?',
    [WHOLE_VAULT, dimension, key],
  );
  return row?.count ?? 0;
}

/** The number of all observations. */
export function observationsTotal(views: Sql): number {
  return observationCount(views, 'total', '');
}

import type { Observation } from '../domain/observation.js';
import { Rejection } from '../domain/rejection.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { observationOf, type Revision, revisionOf } from './observationOf.js';

/** One observation. Throws `Rejection('not_found')`. */
export function getObservation(views: Sql, id: string, as_of: AsOf = NOW): Observation {
  const row = views.get<ObservationRow>(
    `SELECT * FROM observations WHERE id = :id AND ${CURRENT_AS_OF}`,
    { id, as_of },
  );
  if (!row) throw new Rejection('not_found', `there is no observation ${id}`);
  return observationOf(row);
}

/** All revisions of an observation, oldest first. Throws `Rejection('not_found')`. */
export function getHistory(views: Sql, id: string): Revision[] {
  const rows = views.all<ObservationRow>(
    'SELECT * FROM observations WHERE id = ? ORDER BY position',
    [id],
  );
  if (rows.length === 0) throw new Rejection('not_found', `there is no observation ${id}`);
  return rows.map(revisionOf);
}

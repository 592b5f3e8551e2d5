import { Rejection } from '../domain/rejection.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type Revision, revisionOf } from './observationOf.js';

/** All revisions of an observation, oldest first. Throws `Rejection('not_found')`. */
export function getHistory(views: Sql, id: string): Revision[] {
  const rows = views.all<ObservationRow>(
    'SELECT * FROM observations WHERE id = ? ORDER BY position',
    [id],
  );
  if (rows.length === 0) throw new Rejection('not_found', `there is no observation ${id}`);
  return rows.map(revisionOf);
}

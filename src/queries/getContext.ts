import type { Observation } from '../domain/observation.js';
import type { Sql } from '../log/sqlite.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { observationOf } from './observationOf.js';

/** The newest `limit` observations of a project, newest first; of one type when it is given. */
export function getContext(
  views: Sql,
  { project, type, limit }: { project: string; type?: string; limit: number },
): Observation[] {
  const ofType = type === undefined ? '' : 'AND type = :type';
  return views
    .all<ObservationRow>(
      `SELECT * FROM observations WHERE project = :project ${ofType}
       ORDER BY created_at DESC, position DESC LIMIT :limit`,
      { project, limit, ...(type !== undefined && { type }) },
    )
    .map(observationOf);
}

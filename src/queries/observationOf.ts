import type { Observation } from '../domain/observation.js';
import { formatTime } from '../domain/time.js';
import { type ObservationRow, tagsOf } from '../projections/observationRow.js';

/** An observation that says which revision it is. */
export type Revision = Observation & Required<Pick<Observation, 'revision' | 'updated_at'>>;

/** An observation as the service shows it; what was not given is left out. */
export function observationOf(row: ObservationRow): Observation {
  const { revision, updated_at, ...observation } = revisionOf(row);
  return revision === 1 ? observation : { ...observation, revision, updated_at };
}

/** The same with its revision also where that is the first. */
export function revisionOf(row: ObservationRow): Revision {
  return {
    id: row.id,
    session_id: row.session_id,
    project: row.project ?? undefined,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    type: row.type,
    title: row.title,
    content: row.content,
    tags: [...tagsOf(row)],
    author: row.author ?? undefined,
    created_at: formatTime(row.created_at),
    // As the handler wrote it.
    origin: row.origin === null ? undefined : JSON.parse(row.origin),
    revision: row.revision,
    updated_at: formatTime(row.recorded_at),
  };
}

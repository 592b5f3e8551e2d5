import type { Observation } from '../domain/observation.js';
import { formatTime } from '../domain/time.js';
import type { ObservationRow } from '../projections/observationRow.js';

/** An observation as the service shows it; what was not given is left out. */
export function observationOf(row: ObservationRow): Observation {
  return {
    id: row.id,
    session_id: row.session_id,
    project: row.project ?? undefined,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    type: row.type,
    title: row.title,
    content: row.content,
    tags: JSON.parse(row.tags),
    author: row.author ?? undefined,
    created_at: formatTime(row.created_at),
  };
}

import type { Observation } from '../domain/observation.js';
import { formatTime } from '../domain/time.js';
import type { Visibility } from '../domain/visibility.js';
import { type ObservationRow, tagsOf } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { linksOf, type Shown } from './noteLinks.js';
import { saverOf } from './saverOf.js';

/** An observation with its revision number and time. */
export type Revision = Observation & Required<Pick<Observation, 'revision' | 'updated_at'>>;

/**
 * An observation for a response, with its links and its pin at that moment. Absent fields are left out, and the first revision
 * has no `revision`.
 */
export function observationOf(views: Sql, row: ObservationRow, shown: Shown): Observation {
  const { revision, updated_at, ...plain } = revisionOf(views, row, shown.sees);
  const observation = { ...plain, ...linksOf(views, row.id, shown) };
  return revision === 1 ? observation : { ...observation, revision, updated_at };
}

/** One revision of an observation, always with its number and time, and without links: they are those of the note. */
export function revisionOf(views: Sql, row: ObservationRow, sees: Visibility): Revision {
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
    saved_by: sees.savers ? saverOf(views, row.saved_by) : undefined,
    created_at: formatTime(row.created_at),
    // Unchecked JSON: only the projection writes this column.
    origin: row.origin === null ? undefined : JSON.parse(row.origin),
    revision: row.revision,
    updated_at: formatTime(row.recorded_at),
  };
}

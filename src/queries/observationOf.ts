import type { Observation } from '../domain/observation.js';
import { formatTime } from '../domain/time.js';
import type { Visibility } from '../domain/visibility.js';
import { type ObservationRow, tagsOf } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type LinkRow, linksIn, linksOf, type Shown } from './noteLinks.js';
import { saverOf } from './saverOf.js';

/** An observation with its revision number and time. */
export type Revision = Observation & Required<Pick<Observation, 'revision' | 'updated_at'>>;

/**
 * An observation for a response, with its links and its pin at that moment. Absent fields are left out, and the first revision
 * has no `revision`.
 */
export function observationOf(views: Sql, row: ObservationRow, shown: Shown): Observation {
  return withLinks(views, row, shown.sees, linksOf(views, row.id, shown));
}

/** The same of a row that was read with its links. */
export function linkedObservation(
  views: Sql,
  row: ShownRow & LinkRow,
  sees: Visibility,
): Observation {
  return withLinks(views, row, sees, linksIn(row));
}

/** Assigned, because a search does this for each hit: to spread an object takes five times as long. */
function withLinks(views: Sql, row: ShownRow, sees: Visibility, links: Partial<Observation>) {
  const observation: Observation = Object.assign(fieldsOf(views, row, sees), links);
  return row.revision === 1 ? observation : Object.assign(observation, revisedOf(row));
}

/** The columns of an observation that are shown. */
export const SHOWN_COLUMNS = [
  ...(['id', 'session_id', 'project', 'team', 'country', 'type', 'title', 'content'] as const),
  ...(['tags', 'author', 'saved_by', 'created_at', 'origin', 'revision', 'recorded_at'] as const),
] as const satisfies readonly (keyof ObservationRow)[];
type ShownRow = Pick<ObservationRow, (typeof SHOWN_COLUMNS)[number]>;

/** One revision of an observation, always with its number and time, and without links: they are those of the note. */
export function revisionOf(views: Sql, row: ShownRow, sees: Visibility): Revision {
  return { ...fieldsOf(views, row, sees), ...revisedOf(row) };
}

const revisedOf = ({ revision, recorded_at }: ShownRow) => ({
  revision,
  updated_at: formatTime(recorded_at),
});

function fieldsOf(views: Sql, row: ShownRow, sees: Visibility) {
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
  };
}

import { isWholeUlid } from '../domain/canonicalUlid.js';
import { Rejection } from '../domain/rejection.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { type AsOf, NOW } from './asOf.js';
import { visible, visibleTo } from './visible.js';

/**
 * The id of the observation whose id is or ends in `idOrEnd`, in its canonical form. Of ends, only observations count that
 * the caller may see and that were there at `as_of`. A whole id is not looked up. Throws `Rejection('not_found')` when none
 * has such an end, and `Rejection('conflict')` when several have. The log is not asked as well: it knows whole ids only.
 */
export async function fullId(
  readModels: ReadModels,
  sees: Visibility,
  idOrEnd: string,
  as_of: AsOf = NOW,
): Promise<string> {
  if (isWholeUlid(idOrEnd)) return idOrEnd;
  const views = await readModels.current('observations');
  const ids = idsWithEnd(views, sees, idOrEnd, as_of);
  if (ids.length > 1) throw new Rejection('conflict', `id: ${ambiguity(idOrEnd, ids)}`);
  const [id] = ids;
  if (id === undefined) throw new Rejection('not_found', `there is no observation ${idOrEnd}`);
  return id;
}

/** Ids with the same end that are looked for. Chance makes no two of them, but the owner may import any. */
const MOST_FOUND = 100;

/**
 * Ids that end in a text of at least 8 characters, oldest first: of what the caller may see and was there at `as_of`. Not more
 * than `MOST_FOUND`.
 */
export function idsWithEnd(
  views: Sql,
  sees: Visibility,
  end: string,
  as_of: AsOf,
): readonly string[] {
  const rows = views.all<Pick<ObservationRow, 'id'>>(
    `SELECT id FROM observations INDEXED BY observations_by_end
     WHERE substr(id, -8) = substr(:end, -8) AND revision = 1 AND substr(id, -length(:end)) = :end
       AND position <= :as_of AND ${visible()}
     ORDER BY position LIMIT :most`,
    { ...visibleTo(sees), end, as_of, most: MOST_FOUND },
  );
  return rows.map(({ id }) => id);
}

/** Ids that a refusal names. */
const MOST_NAMED = 5;

/** Says that an end of an id fits several. */
export function ambiguity(end: string, ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length - MOST_NAMED;
  const atLeast = ids.length === MOST_FOUND ? 'at least ' : '';
  return `${end} is the end of several ids: ${named}${more > 0 ? ` and ${atLeast}${more} more` : ''}`;
}

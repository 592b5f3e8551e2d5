import type { Observation } from '../domain/observation.js';
import type { Visibility } from '../domain/visibility.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { AsOf } from './asOf.js';
import { visible, visibleTo } from './visible.js';

/** To whom something is shown, and of which moment. */
export interface Shown {
  readonly sees: Visibility;
  readonly as_of: AsOf;
}

/** SQL for the notes that had taken the place of a note `o` at `:as_of`, of those that the caller may see. */
const SUCCESSORS = `FROM supersedings AS s
  WHERE s.superseded = o.id AND s.position <= :as_of AND ${visible('s.')}`;

/** SQL condition: a note `o` had a successor at `:as_of` that the caller may see. */
export const IS_SUPERSEDED = `EXISTS (SELECT 1 ${SUCCESSORS})`;

/** SQL condition for a row of `pins`: the note was pinned at `:as_of`. */
export const PINNED_AS_OF = '(p.position <= :as_of AND (p.until IS NULL OR p.until > :as_of))';

/** SQL condition: a note `o` was pinned at `:as_of`. */
export const IS_PINNED = `EXISTS (SELECT 1 FROM pins AS p WHERE p.id = o.id AND ${PINNED_AS_OF})`;

/** What SQL says of a note's links and its pin (`LINK_COLUMNS`). */
export interface LinkRow {
  readonly supersedes: string | null;
  readonly superseded_by: string | null;
  readonly pinned: 0 | 1;
}

/**
 * SQL for the columns of `LinkRow`, of a note `o`: nothing of a note that is forgotten or behind a wall. They take `:as_of` and
 * the parameter of `visibleTo`.
 */
export const LINK_COLUMNS = `
  (SELECT s.superseded FROM supersedings AS s JOIN observations AS t ON t.id = s.superseded
     AND t.revision = 1 AND t.position <= :as_of AND ${visible('t.')}
   WHERE s.id = o.id) AS supersedes,
  (SELECT s.id ${SUCCESSORS} ORDER BY s.position DESC LIMIT 1) AS superseded_by,
  ${IS_PINNED} AS pinned`;

type Links = Pick<Observation, 'supersedes' | 'superseded_by' | 'pinned'>;

/** What is shown of a note's links and its pin. */
export function linksOf(views: Sql, id: string, { sees, as_of }: Shown): Links {
  const query = `SELECT ${LINK_COLUMNS} FROM (SELECT :id AS id) AS o`;
  const row = views.get<LinkRow>(query, { ...visibleTo(sees), id, as_of });
  return row ? linksIn(row) : {};
}

/** The same of a row that was read with its links. */
export function linksIn({ supersedes, superseded_by, pinned }: LinkRow): Links {
  return {
    ...(supersedes && { supersedes }),
    ...(superseded_by && { superseded_by }),
    ...(pinned === 1 && { pinned: true as const }),
  };
}

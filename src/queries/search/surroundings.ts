import type { Sql } from '../../sqlite/sqlite.js';
import { visible } from '../visible.js';
import { NOTE_COLUMNS, type Note } from './notes.js';
import type { SearchScope } from './searchScope.js';

/** Notes in the order in which they were saved in a session; a place is empty where the note is outside the scope. */
export interface Stretch {
  readonly notes: readonly (Note | undefined)[];
  /** The place of the note that was asked for. */
  readonly middle: number;
}

interface Row extends Omit<Note, 'asks'> {
  readonly id: string;
  readonly asks: number;
  /** 1 when this revision is in the scope. */
  readonly fits: number;
  /** 1 when there is a newer revision. */
  readonly replaced: number;
}

/**
 * The notes before and after a note in its session, up to `reach` on each side, and the note itself. Places are counted
 * over all notes of the session that the caller may see; each is taken in the revision that is in the scope.
 */
export function stretchAround(views: Sql, note: Note, scope: SearchScope, reach: number): Stretch {
  if (note.session === null) return { notes: [note], middle: 0 };
  const side = (where: string, order: string) => `
    SELECT * FROM (
      SELECT ${NOTE_COLUMNS}, o.id, o.until IS NOT NULL AS replaced, (${scope.conditions}) AS fits
      FROM observations AS o INDEXED BY observations_by_session
      WHERE o.session_id = :session AND o.position ${where} :first AND o.position = o.first AND ${visible('o.')}
      ORDER BY o.position ${order} LIMIT ${reach})`;
  const rows = views.all<Row>(`${side('<', 'DESC')} UNION ALL ${side('>', 'ASC')}`, {
    ...scope.params,
    session: note.session,
    first: note.first,
  });
  rows.sort((a, b) => a.first - b.first);
  const notes = rows.map((row) =>
    row.fits ? noteOf(row) : row.replaced ? revisionOf(views, row, scope) : undefined,
  );
  const middle = rows.filter(({ first }) => first < note.first).length;
  return { notes: [...notes.slice(0, middle), note, ...notes.slice(middle)], middle };
}

/** The revision of a note that is in the scope. */
function revisionOf(views: Sql, { id, first }: Row, scope: SearchScope): Note | undefined {
  const row = views.get<Row>(
    `SELECT ${NOTE_COLUMNS} FROM observations AS o INDEXED BY observations_by_id
     WHERE o.id = :id AND ${scope.conditions}`,
    { ...scope.params, id },
  );
  return row && { ...noteOf(row), first };
}

const noteOf = ({ position, first, session, bytes, asks }: Row): Note => ({
  ...{ position, first, session, bytes },
  asks: asks === 1,
});

import type { Sql } from '../../sqlite/sqlite.js';
import { visible } from '../visible.js';
import { answersOf, NOTE_COLUMNS, type Note, type NoteRow } from './notes.js';
import type { SearchScope } from './searchScope.js';

/** Notes in the order in which they were saved in a session; a place is empty where the note is outside the scope. */
export interface Stretch {
  readonly notes: readonly (Note | undefined)[];
  /** The place of the note that was asked for. */
  readonly middle: number;
}

interface Row extends Omit<NoteRow, 'session'> {
  /** 1 when this revision is in the scope. */
  readonly fits: number;
  /** The id of the note, when it has a newer revision. */
  readonly replaced: string | null;
}

/**
 * Reads the notes before and after a note in its session, up to `reach` on each side, and the note itself. Places are
 * counted over all notes of the session that the caller may see; each is taken in the revision that is in the scope.
 */
export function stretchReader(
  views: Sql,
  scope: SearchScope,
  reach: number,
): (note: Note) => Stretch {
  const side = (where: string, order: string) => `
    SELECT * FROM (
      SELECT ${NOTE_COLUMNS}, iif(o.until IS NULL, NULL, o.id) AS replaced, (${scope.conditions}) AS fits
      FROM observations AS o INDEXED BY observations_by_session
      WHERE o.session_id = :session AND o.position ${where} :first AND o.position = o.first AND ${visible('o.')}
      ORDER BY o.position ${order} LIMIT ${reach})`;
  const sql = `${side('<', 'DESC')} UNION ALL ${side('>', 'ASC')}`;
  return (note) => {
    const { first, session } = note;
    if (session === null) return { notes: [note], middle: 0 };
    const rows = views.all<Row>(sql, { ...scope.params, session, first });
    rows.sort((a, b) => a.first - b.first);
    const middle = rows.filter((row) => row.first < first).length;
    const notes: (Note | undefined)[] = rows.map((row) => {
      if (row.fits) return { ...row, session, ...answersOf(row) };
      return row.replaced === null ? undefined : revisionOf(views, row.replaced, row.first, scope);
    });
    notes.splice(middle, 0, note);
    return { notes, middle };
  };
}

/** The revision of a note that is in the scope. */
function revisionOf(views: Sql, id: string, first: number, scope: SearchScope): Note | undefined {
  const row = views.get<Row & Pick<Note, 'session'>>(
    `SELECT ${NOTE_COLUMNS}, o.session_id AS session FROM observations AS o INDEXED BY observations_by_id
     WHERE o.id = :id AND ${scope.conditions}`,
    { ...scope.params, id },
  );
  return row && { ...row, first, ...answersOf(row) };
}

import type { Sql } from '../../sqlite/sqlite.js';
import { visible } from '../visible.js';
import { NOTE_COLUMNS, type Note, type NoteRow, noteOf } from './notes.js';
import type { SearchScope } from './searchScope.js';

/** Notes in the order in which they were saved in a session; a place is empty where the note is outside the scope. */
export interface Stretch {
  readonly notes: readonly (Note | undefined)[];
  /** The place of the note that was asked for. */
  readonly middle: number;
}

/** The columns of a row of a stretch, in their order. */
const KEYS = ['position', 'first', 'bytes', 'asks', 'superseded', 'fits', 'replaced'] as const;
type Row = readonly [
  ...[position: number, first: number, bytes: number, asks: number, superseded: number],
  /** 1 when this revision is in the scope. */
  fits: number,
  /** The id of the note, when it has a newer revision. */
  replaced: string | null,
];

/**
 * For each of some notes: those before and after it in its session, up to `reach` on each side, and the note itself. Places are
 * counted over all notes of the session that the caller may see; each is taken in the revision that is in the scope. One
 * statement reads all of them, as JSON: one for each note would take three times as long.
 */
export function stretchesAround(
  views: Sql,
  notes: readonly Note[],
  scope: SearchScope,
  reach: number,
): readonly Stretch[] {
  const placed = notes.filter(({ session }) => session !== null);
  const rows = views.all<{ before: string; after: string }>(stretchesQuery(scope, reach), {
    ...scope.params,
    notes: JSON.stringify(placed.map(({ session, first }) => [session, first])),
  });
  const read = new Map(placed.map((note, i) => [note, rows[i]]));
  return notes.map((note) => {
    const around = read.get(note);
    if (!around) return { notes: [note], middle: 0 };
    const side = (json: string) => {
      // Unchecked: SQLite wrote it from the columns of a row.
      const found: readonly Row[] = JSON.parse(json);
      return found.map((row) => noteIn(views, row, note.session, scope));
    };
    const before = side(around.before).reverse();
    return { notes: [...before, note, ...side(around.after)], middle: before.length };
  });
}

function stretchesQuery(scope: SearchScope, reach: number): string {
  const side = (than: string, order: string) => `
    (SELECT json_group_array(json_array(${KEYS.join(', ')})) FROM (
      SELECT ${NOTE_COLUMNS}, iif(o.until IS NULL, NULL, o.id) AS replaced, (${scope.conditions}) AS fits
      FROM observations AS o INDEXED BY observations_by_session
      WHERE o.session_id = c.value ->> 0 AND o.position ${than} c.value ->> 1
        AND o.position = o.first AND ${visible('o.')}
      ORDER BY o.position ${order} LIMIT ${reach}))`;
  return `SELECT ${side('<', 'DESC')} AS before, ${side('>', 'ASC')} AS after FROM json_each(:notes) AS c`;
}

function noteIn(
  views: Sql,
  [position, first, bytes, asks, superseded, fits, replaced]: Row,
  session: string | null,
  scope: SearchScope,
): Note | undefined {
  if (fits) return noteOf({ position, first, session, bytes, asks, superseded });
  return replaced === null ? undefined : revisionOf(views, replaced, first, scope);
}

/** The revision of a note that is in the scope. */
function revisionOf(views: Sql, id: string, first: number, scope: SearchScope): Note | undefined {
  const row = views.get<NoteRow>(
    `SELECT ${NOTE_COLUMNS}, o.session_id AS session FROM observations AS o INDEXED BY observations_by_id
     WHERE o.id = :id AND ${scope.conditions}`,
    { ...scope.params, id },
  );
  return row && { ...noteOf(row), first };
}

import { folded } from '../../domain/searchWords.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { SINKS } from '../observationOf.js';
import { visible } from '../visible.js';
import { NOTES } from './constants.js';
import { occurrencesIn, type Pattern } from './occurrences.js';
import type { SearchScope } from './searchScope.js';

/** A note in the scope, as far as its rank depends on it. */
export interface Note {
  readonly position: number;
  /** Position of its first revision, which is its place in the session. */
  readonly first: number;
  readonly session: string | null;
  /** Length of title and content, in bytes. */
  readonly bytes: number;
  /** Whether it ends with a question mark. */
  readonly asks: boolean;
  /** Whether another note took its place, or it was often wrong. */
  readonly superseded: boolean;
}

/** A note with its text read. */
export interface ReadNote {
  readonly note: Note;
  readonly titleBytes: number;
  /** How often its text holds each word. */
  readonly counts: readonly number[];
  /** Whether title or tags hold each word. */
  readonly inTitle: readonly boolean[];
}

/** SQL for the columns of a note, of a row `o`; it takes the parameters of a scope. */
const NOTE_COLUMNS = `
  o.position, o.first, o.bytes, o.asks,
  ${SINKS} AS superseded`;

/** What SQL says of a note: a yes is 1. */
interface NoteRow extends Omit<Note, 'asks' | 'superseded'> {
  readonly asks: number;
  readonly superseded: number;
}

/** The note of a row. Field by field: to spread objects takes longer than SQLite takes to find the row. */
function noteOf({ position, first, session, bytes, asks, superseded }: NoteRow): Note {
  return { position, first, session, bytes, asks: asks === 1, superseded: superseded === 1 };
}

interface TextRow extends NoteRow {
  readonly title: string;
  readonly tags: string;
  readonly content: string | null;
}

/** The first `count` candidates that are in the scope, with their texts read. A replaced revision is not in it. */
export function readNotes(
  views: Sql,
  candidates: readonly number[],
  patterns: readonly Pattern[],
  scope: SearchScope,
  count: number,
): readonly ReadNote[] {
  const notes: ReadNote[] = [];
  let batch = count;
  for (let from = 0; from < candidates.length && notes.length < count; ) {
    const positions = candidates.slice(from, from + batch);
    const rows = rowsOf(views, positions, scope, count - notes.length);
    for (const position of positions) {
      const row = rows.get(position);
      if (row) notes.push(withCounts(row, patterns));
    }
    from += batch;
    // Among thousands of replaced revisions, a few large steps lead to the next note.
    batch *= 2;
  }
  return notes;
}

/** The first `most` of some notes that are in the scope. The join goes through the array as it stands: to sort would copy the texts. */
function rowsOf(views: Sql, positions: readonly number[], scope: SearchScope, most: number) {
  const rows = views.all<TextRow>(
    `SELECT ${NOTE_COLUMNS}, o.session_id AS session, o.title, o.tags,
            iif(octet_length(o.content) <= ${NOTES.COUNTED_BYTES}, o.content, NULL) AS content
     FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions} LIMIT :most`,
    { ...scope.params, positions: JSON.stringify(positions), most },
  );
  return new Map(rows.map((row) => [row.position, row]));
}

function withCounts(row: TextRow, patterns: readonly Pattern[]): ReadNote {
  const { title, tags, content } = row;
  const heading = folded(`${title}\n${tags}`);
  const text = folded(content ?? '');
  const titled = patterns.map((pattern) => occurrencesIn(heading, pattern));
  return {
    note: noteOf(row),
    titleBytes: Buffer.byteLength(title),
    counts: patterns.map((pattern, i) => (titled[i] ?? 0) + occurrencesIn(text, pattern)),
    inTitle: titled.map((count) => count > 0),
  };
}

/** The positions of those candidates that are in the scope, in their order. */
export function inScope(
  views: Sql,
  candidates: readonly number[],
  scope: Pick<SearchScope, 'conditions' | 'params'>,
): readonly number[] {
  const rows = views.all<{ position: number }>(
    `SELECT o.position FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions}`,
    { ...scope.params, positions: JSON.stringify(candidates) },
  );
  const found = new Set(rows.map(({ position }) => position));
  return candidates.filter((position) => found.has(position));
}

/** Notes in the order in which they were saved in a session; a place is empty where the note is outside the scope. */
interface Stretch {
  readonly notes: readonly (Note | undefined)[];
  /** The place of the note that was asked for. */
  readonly middle: number;
}

/** The columns of a row of a stretch, in their order: objects with names would take a search 5 % longer. */
const KEYS = ['position', 'first', 'bytes', 'asks', 'superseded', 'fits', 'replaced'] as const;
type StretchRow = readonly [
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
      const found: readonly StretchRow[] = JSON.parse(json);
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
  [position, first, bytes, asks, superseded, fits, replaced]: StretchRow,
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

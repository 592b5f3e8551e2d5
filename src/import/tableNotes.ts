import { type Anchor, MOST_ANCHORS, namedAnchor } from '../domain/anchor.js';
import { Anchors } from '../domain/anchorSchemas.js';
import type { ColumnUse, Field } from '../domain/importing/tableFields.js';
import { fieldTags, LONGEST_TAG } from './fitting.js';
import { noteRow, sessionRow } from './peerLines.js';
import { eachRow, type PeerCells, type PeerRow, textOf, unusedRows } from './peerRows.js';
import { replacedIds } from './relations.js';
import { type SourceRow, UnreadableRow } from './sourceRow.js';
import { type Cell, MOST_ITEMS, readTableRow, type TableRow, tableSessionId } from './tableRow.js';

/** A table of notes, with what becomes of its columns. */
export interface Table {
  rows(): AsyncIterable<PeerRow>;
  readonly mapping: readonly ColumnUse[];
  /** The project of rows that name none. */
  readonly project: string | undefined;
  /** When its file was changed, in milliseconds since 1970: the time of rows that name none. */
  readonly changed: number;
}

/**
 * The lines of a table: the work sessions that its notes name, the notes, and at the end the columns of which something is left
 * out. `onSessions` is told how many sessions there are, before the first of them. In memory are these and the ids of notes that
 * others supersede, but no rows.
 */
export async function* tableRows(
  table: Table,
  onSessions: (count: number) => void,
): AsyncGenerator<SourceRow> {
  const read = (cells: PeerCells) => readTableRow(cells, table.mapping, table.project);
  const { sessions, older } = await relationsIn(table, read);
  onSessions(sessions.size);
  const superseded = await replacedIds(older, table.rows, (cells) => {
    const { own, id } = read(cells);
    return own === undefined ? undefined : { keys: [own], id };
  });
  for (const [id, session] of sessions)
    yield sessionRow({ row: `session ${session.goal.slice(0, 80)}`, id, ...session });
  const leftOut = new Map<string, number>();
  yield* eachRow(table.rows(), (cells, row) =>
    noteOf(table, row, read(cells), superseded, leftOut),
  );
  for (const [column, count] of leftOut) yield leftOutRow(table, column, count);
}

function leftOutRow({ mapping }: Table, column: string, count: number): SourceRow {
  const has = `${count === 1 ? '1 row has' : `${count} rows have`} something in it`;
  const use = mapping.find((one) => one.column === column);
  const why =
    use?.becomes === 'left_out'
      ? 'left out because of its name'
      : 'no field of a note matches it, and it does not fit into a tag';
  return { row: `column ${column.slice(0, 80)}`, skipped: `${why}: ${has}` };
}

/** A session of a table: its notes say how long it was, and their name of it is all that is known of its goal. */
interface TableSession {
  readonly project: string;
  readonly goal: string;
  startedAt: number;
  endedAt: number;
}

/** What rows say of others: the sessions by their ids, and what is superseded. Nothing is read where no column says it. */
async function relationsIn(table: Table, read: (cells: PeerCells) => TableRow) {
  const sessions = new Map<string, TableSession>();
  const older = new Map<string, string>();
  if (!columnOf(table, 'session') && !columnOf(table, 'supersedes')) return { sessions, older };
  // A row that cannot be read is told where its note is read.
  await unusedRows(table.rows(), (cells) => {
    const row = read(cells);
    const { project, at = table.changed } = row;
    const goal = textOf(row.said, 'session');
    if (goal !== undefined && project !== undefined) {
      const id = tableSessionId(project, goal);
      const session = sessions.get(id) ?? { project, goal, startedAt: at, endedAt: at };
      session.startedAt = Math.min(session.startedAt, at);
      session.endedAt = Math.max(session.endedAt, at);
      sessions.set(id, session);
    }
    const key = textOf(row.said, 'supersedes');
    if (key !== undefined) older.set(key, key);
  });
  return { sessions, older };
}

function columnOf({ mapping }: Table, field: Field): string | undefined {
  return mapping.find(({ becomes }) => becomes === field)?.column;
}

/** The note of a row. What no field takes becomes tags, and is counted in `leftOut` where it fits into none. */
function noteOf(
  table: Table,
  place: string,
  row: TableRow,
  superseded: ReadonlyMap<string, string>,
  leftOut: Map<string, number>,
): SourceRow {
  const { id, project, at = table.changed, said } = row;
  const title = textOf(said, 'title');
  const content = textOf(said, 'content');
  if (content === undefined && title === undefined)
    throw new UnreadableRow('it has no title and no content');
  const { others, ...links } = linksOf(table, row, superseded);
  const { tags, lost } = tagsOf([...row.others, ...others]);
  for (const column of [...row.passedOver, ...lost])
    leftOut.set(column, (leftOut.get(column) ?? 0) + 1);
  return noteRow({
    row: place,
    id,
    at,
    type: textOf(said, 'type')?.toLowerCase() ?? 'context',
    // A title alone is the content: it is not cut, and not said twice.
    ...(content === undefined ? { content: title } : { title, content }),
    tags: [...row.tags, ...tags],
    project,
    author: textOf(said, 'author'),
    ...links,
  });
}

/** What a note belongs to: its session, the note that it supersedes, and what it is about. `others` leads to nothing. */
function linksOf(
  table: Table,
  { id, project, said, paths }: TableRow,
  superseded: ReadonlyMap<string, string>,
) {
  const others: Cell[] = [];
  const taken = (field: Field, take: (text: string) => string | undefined) => {
    const text = textOf(said, field);
    const found = text === undefined ? undefined : take(text);
    if (text !== undefined && found === undefined)
      others.push([columnOf(table, field) ?? field, text]);
    return found;
  };
  const commit = taken('commit', (text) => (COMMIT.test(text) ? text.toLowerCase() : undefined));
  const session = taken('session', (name) =>
    project === undefined ? undefined : tableSessionId(project, name),
  );
  const supersedes = taken('supersedes', (key) => {
    const older = superseded.get(key);
    return older === id ? undefined : older;
  });
  const { anchors, unknown } = anchorsOf(paths, commit);
  if (unknown.length > 0) others.push([columnOf(table, 'path') ?? 'path', unknown]);
  return { session, supersedes, anchors, others };
}

/** A commit of Git, whole or its first digits. */
const COMMIT = /^[0-9a-f]{7,40}$/i;

/** What a note is about, and the paths that a vault does not take: those that lead out of their repository, or are too many. */
function anchorsOf(paths: readonly string[], commit: string | undefined) {
  const anchors: Anchor[] = [];
  const unknown: string[] = [];
  for (const path of paths) {
    const anchor = Anchors.safeParse([{ ...namedAnchor(path), commit }]);
    if (anchor.success && anchors.length < MOST_ANCHORS) anchors.push(...anchor.data);
    else unknown.push(path);
  }
  if (anchors.length === 0 && commit !== undefined) anchors.push({ commit });
  return { anchors, unknown };
}

/** `status:open` of what stands in the column `status`, and the columns that have more in them than fits into a tag. */
function tagsOf(cells: readonly Cell[]) {
  const tags: string[] = [];
  const lost: string[] = [];
  for (const [column, value] of cells) {
    const items = Array.isArray(value) ? value : [value];
    // Numbers in a list are measures, such as those of an embedding.
    const isTexts = !Array.isArray(value) || items.every((item) => typeof item === 'string');
    const made = isTexts ? fieldTags({ [column]: items.slice(0, MOST_ITEMS) }, []).tags : [];
    const short = made.filter((tag) => tag.length <= LONGEST_TAG);
    tags.push(...short);
    if (short.length < items.length) lost.push(column);
  }
  return { tags, lost };
}

import type { ColumnUse, Field } from '../domain/importing/tableFields.js';
import { membersOf, tryParse } from '../domain/json.js';
import { projectKey } from '../domain/names.js';
import { formC } from '../domain/unicode.js';
import { type PeerCells, peerTime, textOf } from './peerRows.js';
import { sourceId, UnreadableRow } from './sourceRow.js';

/** Whatever program wrote a table, and in whichever format: the same rows are the same notes. */
const SOURCE = 'table';

/** A column with what a row has in it. */
export type Cell = readonly [column: string, value: unknown];

/** A row of a table, as its mapping reads it. */
export interface TableRow {
  /** The id of its note. */
  readonly id: string;
  /** What it calls itself. */
  readonly own: string | undefined;
  readonly project: string | undefined;
  /** In milliseconds since 1970; undefined where it names none. */
  readonly at: number | undefined;
  /** What it says of fields that take one column. */
  readonly said: PeerCells;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  /** What no field takes. */
  readonly others: readonly Cell[];
  /** Columns that are left out because of their names, and have something in them. */
  readonly passedOver: readonly string[];
}

/**
 * Reads a row of a table. `project` is that of rows that name none. Throws `UnreadableRow` where a field has something else than a
 * text, or a time that cannot be read.
 */
export function readTableRow(
  cells: PeerCells,
  mapping: readonly ColumnUse[],
  project: string | undefined,
): TableRow {
  const said: Partial<Record<Field, unknown>> = {};
  const lists: Record<'tags' | 'path', string[]> = { tags: [], path: [] };
  const others: Cell[] = [];
  const passedOver: string[] = [];
  const taken: Cell[] = [];
  for (const { column, becomes, isSaid } of mapping) {
    const value = Object.hasOwn(cells, column) ? plainValue(cells[column]) : undefined;
    if (value === undefined) continue;
    if (becomes === 'left_out') {
      if (!isSaid) passedOver.push(column);
      continue;
    }
    if (becomes === 'tags' || becomes === 'path') {
      const list = becomes === 'tags' ? tagsIn(value) : pathsIn(value);
      if (list) lists[becomes].push(...list);
      else others.push([column, value]);
      taken.push([column, list ?? value]);
      continue;
    }
    if (becomes === 'tag') others.push([column, value]);
    else said[becomes] = value;
    taken.push([column, value]);
  }
  const own = textOf(said, 'id');
  const at = timeIn(said);
  const its = textOf(said, 'project') ?? project;
  const id = noteId(its, own, at, taken);
  const { tags, path: paths } = lists;
  return { id, own, project: its, at, said, tags, paths, others, passedOver };
}

/** The id of the work session of that name, whatever row names it. */
export function tableSessionId(project: string, name: string): string {
  return sourceId(SOURCE, [projectKey(project), 'session', name].join('\0'), 0);
}

/**
 * The id of a note: made of what the row calls itself, with its time, since two tables may count from 1; else of all that it says.
 * Without the time then, which another mapping may read from another column.
 */
function noteId(
  project: string | undefined,
  own: string | undefined,
  at: number | undefined,
  taken: readonly Cell[],
): string {
  const says = () => JSON.stringify(taken.map(([name, value]) => [name, plainText(value)]).sort());
  const key = own === undefined ? ['row', says()] : ['id', own];
  const id = [projectKey(project ?? ''), ...key].join('\0');
  return sourceId(SOURCE, id, own === undefined ? 0 : (at ?? 0));
}

/** A value as CSV would have it. What is nested is not in it: no note says it. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (isPlain(one) ? String(one) : '')).join(',');
  return isPlain(value) ? formC(String(value)) : '';
}

const isPlain = (value: unknown) => typeof value !== 'object';

/** What other programs write in the place of a text: a person, a label, an id or a time of a database. */
const NAMES = ['name', 'login', 'title', '$oid', '$date'];

/** A value that says something, without what only the format adds to it; undefined for one that says nothing. */
function plainValue(value: unknown): unknown {
  if (!Array.isArray(value)) return plainItem(value);
  const items = value.map(plainItem).filter((item) => item !== undefined);
  return items.length > 0 ? items : undefined;
}

function plainItem(item: unknown): unknown {
  if (item === null || item === undefined) return undefined;
  if (typeof item === 'object' && !Array.isArray(item)) {
    const members = membersOf(item);
    return NAMES.map((name) => members[name]).find((one) => typeof one === 'string') ?? item;
  }
  if (typeof item !== 'string') return item;
  // The same text has other line ends on Windows, and must not be another note there.
  const text = item.toWellFormed().replaceAll('\r\n', '\n').trim();
  return text === '' ? undefined : text;
}

/** The tags, or paths, that are read of a cell: many times what a note may have. */
export const MOST_ITEMS = 1000;

/** The tags of a cell: a list, or a text that separates them by `,` or `;`, else by blanks. Undefined for anything else. */
function tagsIn(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value))
    return value.every(isPlain) ? value.slice(0, MOST_ITEMS).map(tagIn) : undefined;
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string') return undefined;
  const [, inner] = /^\[(.*)\]$/s.exec(value) ?? [];
  const parsed = inner === undefined ? undefined : tryParse(value);
  if (Array.isArray(parsed)) return tagsIn(parsed);
  const text = inner ?? value;
  const tags = text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/, MOST_ITEMS).map(tagIn);
  return tags.filter((tag) => tag !== '');
}

/** `ci` of `#ci`, and of `'ci'` as Python writes lists. */
function tagIn(written: unknown): string {
  return String(written)
    .trim()
    .replace(/^(['"])(.*)\1$/s, '$2')
    .replace(/^#/, '');
}

/** The paths of a cell: a list, or a text with `,`, `;` or line breaks between them. Undefined for anything else. */
function pathsIn(value: unknown): readonly string[] | undefined {
  const list = typeof value === 'string' ? value.split(/[,;\n]/, MOST_ITEMS) : value;
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) return undefined;
  return list
    .slice(0, MOST_ITEMS)
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

/** 1973 in milliseconds. A number before it is no time, but counts days, or is a date without separators. */
const EARLIEST = 1e11;

function timeIn({ created_at: value }: PeerCells): number | undefined {
  if (value === undefined) return undefined;
  const time = peerTime(value);
  if (time !== undefined && time >= EARLIEST) return time;
  throw new UnreadableRow(
    'its time cannot be read: it may be ISO 8601, YYYY-MM-DD, or seconds or milliseconds since 1970',
  );
}

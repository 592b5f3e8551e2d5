import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import { FileProblem } from './configFile.js';
import { closedUp } from './editText.js';
import { hashOf } from './jsonDocument.js';
import {
  type Edited,
  type Json,
  onlyPiece,
  type Piece,
  type There,
  type Wanted,
} from './wantedFile.js';

/** The line above our table. Programs that rewrite the file may drop it. */
const MARK = '# Written by memory-vault setup, which takes it back with --remove.';

/** The text with the wanted table at its end. What others wrote is not touched. Throws a `FileProblem`. */
export function setUpToml(wanted: Wanted<'toml'>, text: string, pieces: readonly Piece[]): Edited {
  const { path, table, value } = wanted;
  const what = table.join('.');
  const present = tableIn(parseToml(path, text), table);
  if (present !== undefined && hashOf(present as Json) === hashOf(value))
    return { text, pieces, changes: [{ state: 'same', what }] };
  const back = takeBackToml(wanted, text, pieces);
  const before = back.text ?? '';
  if (tableIn(parseToml(path, before), table) !== undefined)
    return { text, pieces, changes: [{ state: 'kept', what }] };
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const gap = before === '' ? '' : before.endsWith('\n') ? newline : newline.repeat(2);
  const lead = `${gap}${MARK}${newline}`;
  const lines = [
    `[${table.map(keyOf).join('.')}]`,
    ...Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${shown(one)}`),
  ];
  const after = `${before}${lead}${lines.join(newline)}${newline}`;
  if (!isOnlyOurs(path, before, after, table)) {
    throw new FileProblem(
      path,
      `[${what}] cannot be added at the end, because ${table[0]} is not written as tables. Add it yourself, or write that as tables`,
    );
  }
  return {
    text: after,
    pieces: [onlyPiece(hashOf(value), { lead, tail: newline }, table)],
    changes: [{ state: present ? 'updated' : 'added', what }],
  };
}

/** The text without our table, where that is unchanged. Undefined when nothing is left. Throws a `FileProblem`. */
export function takeBackToml(
  { path, table }: Pick<Wanted<'toml'>, 'path' | 'table'>,
  text: string,
  pieces: readonly Piece[],
): Edited {
  const what = table.join('.');
  const present = tableIn(parseToml(path, text), table);
  if (present === undefined) return { text, pieces: [], changes: [] };
  // A value of TOML that is none of JSON, such as a date, is not ours.
  const piece = pieces.find(({ hash }) => hash === hashOf(present as Json));
  // A text over several lines may hold what looks like our table.
  const cut = piece && cutsOf(text, table, piece).find((one) => isOnlyOurs(path, one, text, table));
  if (cut === undefined) return { text, pieces, changes: [{ state: 'kept', what }] };
  return { text: cut === '' ? undefined : cut, pieces: [], changes: [{ state: 'removed', what }] };
}

/** The table that has the place of ours. Throws a `FileProblem`. */
export function thereInToml(
  { path, table, value: wanted, isOlder }: Wanted<'toml'>,
  text: string,
): readonly There[] {
  const value = tableIn(parseToml(path, text), table);
  if (value === undefined) return [];
  const older = isOlder(value) ? onlyPiece(hashOf(value as Json), undefined, table) : undefined;
  return [{ what: table.join('.'), value, wanted, older }];
}

/** Throws a `FileProblem` for what is no TOML. */
function parseToml(path: string, text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    const place = `line ${error.line}, column ${error.column}`;
    throw new FileProblem(
      path,
      `this is not valid TOML (${place}: ${why}). Correct it and run the command again`,
    );
  }
}

/** True when two texts say the same apart from our table. */
function isOnlyOurs(path: string, without: string, whole: string, table: Wanted<'toml'>['table']) {
  try {
    const rest = parseToml(path, whole);
    const [group, name] = table;
    const tables = rest[group] as TomlTable;
    delete tables[name];
    const other = parseToml(path, without);
    if (Object.keys(tables).length === 0 && other[group] === undefined) delete rest[group];
    return isDeepStrictEqual(rest, other);
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}

function tableIn(parsed: TomlTable, [group, name]: Wanted<'toml'>['table']): unknown {
  const tables = parsed[group];
  return typeof tables === 'object' ? (tables as TomlTable)[name] : undefined;
}

/**
 * The text without the lines of the table and of tables in it, for each place where it may be, and with what setup wrote above
 * it, as far as that is still there.
 */
function cutsOf(
  text: string,
  table: Wanted<'toml'>['table'],
  { around }: Piece,
): readonly string[] {
  const lines = text.split('\n');
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const names = table.map((name) => `["']?${name}["']?`).join('\\s*\\.\\s*');
  const header = new RegExp(`^\\s*\\[\\s*${names}\\s*\\]`);
  const below = new RegExp(`^\\s*\\[\\s*${names}\\s*\\.`);
  const lengthOf = (count: number) => lines.slice(0, count).join('\n').length;
  const isForeign = (line: string) => /^\s*\[/.test(line) && !below.test(line);
  return lines.flatMap((line, first) => {
    if (!header.test(line)) return [];
    const next = lines.findIndex((one, index) => index > first && isForeign(one));
    const own = lines.slice(first, next === -1 ? undefined : next);
    // Blank lines and comments at the end belong to what follows.
    const count = own.findLastIndex((one) => !/^\s*(#|$)/.test(one)) + 1;
    // A comment in it is somebody's: it would be lost with the table.
    if (hasComment(own.slice(0, count).join('\n'))) return [];
    const start = first === 0 ? 0 : lengthOf(first) + 1;
    const end = Math.min(text.length, lengthOf(first + count) + 1);
    const before = text.slice(0, start);
    const leads = [...(around ? [around.lead] : []), `${MARK}${newline}`, ''];
    return leads
      .filter((lead) => before.endsWith(lead))
      .map((lead) => closedUp(before.slice(0, start - lead.length), text.slice(end), newline));
  });
}

const STRINGS = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;
const hasComment = (toml: string) => toml.replaceAll(STRINGS, '').includes('#');

const keyOf = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Strings of JSON are strings of TOML, as long as they have no lone surrogates. */
function shown(value: Wanted<'toml'>['value'][string]): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${JSON.stringify(one)}`);
  return `{ ${pairs.join(', ')} }`;
}

import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import { FileProblem } from './configFile.js';
import {
  type Format,
  hashOf,
  type Json,
  onlyPiece,
  tablePlace,
  type Wanted,
} from './wantedFile.js';

/** The line above our table. Programs that rewrite the file may drop it. */
const MARK = '# Written by memory-vault setup, which takes it back with --remove.';

type TableName = Wanted<'toml'>['table'];

/** A TOML file with our table at its end. A table with a comment in it is somebody's: it would be lost with the table. */
export function tomlFormat(ours: Wanted<'toml'>): Format {
  const { path, table, value: wanted } = ours;
  return {
    places(text = '') {
      return [tablePlace(ours, tableIn(parseToml(path, text), table))];
    },
    add(text = '', before = '') {
      const newline = /\r?\n/.exec(before)?.[0] ?? '\n';
      const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline.repeat(2);
      const lines = [
        MARK,
        `[${table.map(keyOf).join('.')}]`,
        ...Object.entries(wanted).map(([key, one]) => `${keyOf(key)} = ${shown(one)}`),
      ];
      const added = `${gap}${lines.join(newline)}${newline}`;
      if (!isOnlyOurs(path, text, text + added, table)) {
        throw new FileProblem(
          path,
          `[${table.join('.')}] cannot be added at the end, because ${table[0]} is not written as tables. Add it yourself, or write that as tables`,
        );
      }
      const pieces = [onlyPiece(hashOf(wanted), table)];
      return { text: text + added, pieces, insertions: [[text.length, added.length]] };
    },
    remove(text, pieces) {
      const value = tableIn(parseToml(path, text), table);
      if (value === undefined) return { text, gone: [], left: [] };
      const isOurs = pieces.some(({ hash }) => hash === hashOf(value as Json));
      const cuts = isOurs ? cutsOf(text, table) : [];
      // A text over several lines may hold what looks like our table.
      const cut = cuts.find((one) => isOnlyOurs(path, one, text, table));
      if (cut === undefined) return { text, gone: [], left: pieces };
      return { text: cut === '' ? undefined : cut, gone: pieces, left: [] };
    },
  };
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
function isOnlyOurs(path: string, without: string, whole: string, [group, name]: TableName) {
  try {
    const rest = parseToml(path, whole);
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

function tableIn(parsed: TomlTable, [group, name]: TableName): unknown {
  const tables = parsed[group];
  return typeof tables === 'object' ? (tables as TomlTable)[name] : undefined;
}

/** The text without the lines of the table and of tables in it, and without what setup wrote above it, for each place where it may be. */
function cutsOf(text: string, table: TableName): readonly string[] {
  const lines = text.split('\n');
  const names = table.map((name) => `["']?${name}["']?`).join('\\s*\\.\\s*');
  const header = new RegExp(`^\\s*\\[\\s*${names}\\s*\\]`);
  const below = new RegExp(`^\\s*\\[\\s*${names}\\s*\\.`);
  const isForeign = (line: string) => /^\s*\[/.test(line) && !below.test(line);
  return lines.flatMap((line, at) => {
    if (!header.test(line)) return [];
    const next = lines.findIndex((one, index) => index > at && isForeign(one));
    const own = lines.slice(at, next === -1 ? undefined : next);
    // Blank lines and comments at the end belong to what follows.
    const count = own.findLastIndex((one) => !/^\s*(#|$)/.test(one)) + 1;
    if (hasComment(own.slice(0, count).join('\n'))) return [];
    const isMarked = lines[at - 1]?.trimEnd() === MARK;
    const hasGap = isMarked && lines[at - 2]?.trimEnd() === '';
    const first = at - Number(isMarked) - Number(hasGap);
    return [[...lines.slice(0, first), ...lines.slice(at + count)].join('\n')];
  });
}

const STRINGS = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;
const hasComment = (toml: string) => toml.replaceAll(STRINGS, '').includes('#');

const keyOf = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Strings of JSON are strings of TOML, as long as they have no lone surrogates. */
function shown(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${shown(one)}`);
  return `{ ${pairs.join(', ')} }`;
}

import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isMap,
  isScalar,
  type Pair,
  parseAllDocuments,
  stringify,
  type YAMLMap,
} from 'yaml';
import { membersOf } from '../domain/json.js';
import { FileProblem } from './configFile.js';
import {
  type Format,
  hashOf,
  type Json,
  onlyPiece,
  tablePlace,
  type Wanted,
} from './wantedFile.js';

/** A YAML file with our mapping as the first one of its group. A mapping with a comment in it is somebody's. */
export function yamlFormat(ours: Wanted<'yaml'>): Format {
  const { path, table, value: wanted } = ours;
  const [group, name] = table;
  return {
    places(text = '') {
      return [tablePlace(ours, membersOf(mappingIn(path, text)[group])[name])];
    },
    add(text = '', before = '') {
      const newline = /\r?\n/.exec(before)?.[0] ?? '\n';
      const pair = pairOf(mapOf(parsed(path, text)), group);
      const head = pair ? lineEnd(text, pair.key.range[1]) : text.length;
      const indent = isMap(pair?.value) && !pair.value.flow ? columnOf(text, pair.value) : 2;
      const gap = text.slice(0, head).endsWith('\n') || head === 0 ? '' : newline;
      const lines = [
        ...(pair ? [] : [`${group}:`]),
        ...stringify({ [name]: wanted }, { lineWidth: 0 })
          .trimEnd()
          .split('\n')
          .map((line) => ' '.repeat(indent) + line),
      ];
      const added = `${gap}${lines.join(newline)}${newline}`;
      const whole = text.slice(0, head) + added + text.slice(head);
      if (!isOnlyOurs(text, whole))
        throw new FileProblem(
          path,
          `${table.join('.')} cannot be added, because ${group} is not written as a mapping over lines. Add it yourself, or write it so`,
        );
      const made = { pointer: [group], element: false, made: true, hash: '' };
      const pieces = [...(pair ? [] : [made]), onlyPiece(hashOf(wanted), table)];
      return { text: whole, pieces, insertions: [[head, added.length]] };
    },
    remove(text, pieces) {
      const value = membersOf(mappingIn(path, text)[group])[name];
      if (value === undefined) return { text, gone: [], left: [] };
      const isOurs = pieces.some(({ hash }) => hash === hashOf(value as Json));
      const cut = isOurs
        ? without(
            text,
            pieces.some(({ made }) => made),
          )
        : undefined;
      if (cut === undefined || !isOnlyOurs(cut, text)) return { text, gone: [], left: pieces };
      return { text: cut === '' ? undefined : cut, gone: pieces, left: [] };
    },
  };

  /** The text without the lines of our mapping, and of its group where that is ours and empty. Undefined where a comment would go, too. */
  function without(text: string, isGroupOurs: boolean): string | undefined {
    const outer = pairOf(mapOf(parsed(path, text)), group);
    const inner = outer && isMap(outer.value) ? pairOf(outer.value, name) : undefined;
    if (!outer || !inner || !isMap(outer.value) || outer.value.flow) return undefined;
    const isAlone = isGroupOurs && outer.value.items.length === 1;
    const start = lineStart(text, (isAlone ? outer : inner).key.range[0]);
    const column = columnOf(text, outer.value);
    const first = lineEnd(text, inner.key.range[1]);
    const rest = text.slice(first).split(/(?<=\n)/);
    const own = rest.findIndex((line) => !isBelow(line, column));
    const block = (own === -1 ? rest : rest.slice(0, own)).join('').length;
    const gone = text.slice(start, first + block);
    return /(?:^|\s)#/m.test(gone.replaceAll(STRINGS, '""'))
      ? undefined
      : text.slice(0, start) + text.slice(first + block);
  }

  /** True when two texts say the same apart from our mapping. */
  function isOnlyOurs(one: string, whole: string): boolean {
    try {
      const other = mappingIn(path, one);
      const rest = mappingIn(path, whole);
      const { [name]: ours, ...others } = membersOf(rest[group]);
      const isEmpty = (value: unknown) => Object.keys(membersOf(value)).length === 0;
      const isSame = (other[group] ?? undefined) === undefined || typeof other[group] === 'object';
      const groups = isEmpty(others)
        ? isEmpty(other[group])
        : isDeepStrictEqual(others, other[group]);
      const { [group]: _, ...left } = other;
      const { [group]: __, ...right } = rest;
      return ours !== undefined && isSame && groups && isDeepStrictEqual(left, right);
    } catch (error) {
      if (error instanceof FileProblem) return false;
      throw error;
    }
  }
}

const STRINGS = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

/** An empty line ends our mapping, or belongs to what follows. */
const isBelow = (line: string, column: number) =>
  /\S/.exec(line.slice(0, column + 1)) === null && /\S/.test(line);

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, map: YAMLMap): number {
  const start = map.range?.[0] ?? 0;
  return start - lineStart(text, start);
}

/** The one document of a text. Throws a `FileProblem` for what is no YAML, or several documents. */
function parsed(path: string, text: string): Document.Parsed | undefined {
  const all = parseAllDocuments(text);
  const [document, second] = 'empty' in all ? [] : all;
  const [error] = document?.errors ?? [];
  const why = error?.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
  if (error || second) {
    const { line, col } = error?.linePos?.[0] ?? { line: 1, col: 1 };
    const place = `line ${line}, column ${col}: ${why ?? 'it has several documents'}`;
    throw new FileProblem(
      path,
      `this is not valid YAML (${place}). Correct it and run the command again`,
    );
  }
  return document;
}

/** What a text says. Throws a `FileProblem` also for what is no mapping at all. */
function mappingIn(path: string, text: string): Readonly<Record<string, unknown>> {
  const document = parsed(path, text);
  if (
    document &&
    document.contents !== null &&
    !isMap(document.contents) &&
    document.toJS() !== null
  )
    throw new FileProblem(
      path,
      'this is YAML, but not a mapping. Correct it and run the command again',
    );
  try {
    return membersOf(document?.toJS());
  } catch {
    throw new FileProblem(
      path,
      'its aliases cannot be resolved. Correct it and run the command again',
    );
  }
}

const mapOf = (document: Document.Parsed | undefined) =>
  isMap(document?.contents) ? document.contents : undefined;

interface Placed {
  readonly key: { readonly range: readonly [number, number, number] };
  readonly value: unknown;
}

function pairOf(map: YAMLMap | undefined, key: string): Placed | undefined {
  const found = map?.items.find((pair: Pair) => isScalar(pair.key) && pair.key.value === key);
  if (!found || !isScalar(found.key) || !found.key.range) return undefined;
  return { key: { range: found.key.range }, value: found.value };
}

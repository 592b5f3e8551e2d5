import { isAbsolute } from 'node:path';
import { sha256Hex } from '../domain/hash.js';
import { unreachable } from '../domain/unreachable.js';
import {
  occupant,
  occupiedJson,
  olderJson,
  placesTakenInJson,
  setUpJson,
  takeBackJson,
} from './editJson.js';
import { BLOCK, olderText, setUpText, takeBackText } from './editText.js';
import { olderToml, setUpToml, tableAt, takeBackToml } from './editToml.js';
import { jsonOf, parseJson } from './jsonDocument.js';
import type { Edited, Piece, WantedFile } from './wantedFile.js';

/** The text of a file with what is wanted in it. `text` is undefined for a missing file. Throws a `FileProblem`. */
export function setUpFile(
  wanted: WantedFile,
  text: string | undefined,
  pieces: readonly Piece[],
): Edited {
  switch (wanted.kind) {
    case 'json':
      return setUpJson(wanted, text ?? '', pieces);
    case 'toml':
      return setUpToml(wanted, text ?? '', pieces);
    case 'text':
      return setUpText(wanted, text ?? '', pieces);
    case 'whole':
      return setUpWhole(wanted, text, pieces);
    default:
      return unreachable(wanted);
  }
}

/** The text of a file without what setup wrote, as far as that is unchanged. Throws a `FileProblem`. */
export function takeBackFile(
  kind: WantedFile['kind'],
  path: string,
  text: string,
  pieces: readonly Piece[],
): Edited {
  switch (kind) {
    case 'json':
      return takeBackJson(path, text, pieces);
    case 'toml': {
      const [group = '', name = ''] = pieces[0]?.pointer ?? [];
      return takeBackToml({ path, table: [group, name] }, text, pieces);
    }
    case 'text':
      return takeBackText(path, text, pieces);
    case 'whole':
      return takeBackWhole(text, pieces);
    default:
      return unreachable(kind);
  }
}

/** What an earlier setup may have written into a file, where its notes are lost. Throws a `FileProblem`. */
export function olderPieces(wanted: WantedFile, text: string): readonly Piece[] {
  switch (wanted.kind) {
    case 'json':
      return olderJson(wanted, text);
    case 'toml':
      return olderToml(wanted, text);
    case 'text':
      return olderText(wanted.path, text);
    case 'whole':
      return wanted.isOlder(text) ? [wholePiece(text)] : [];
    default:
      return unreachable(wanted);
  }
}

/** What has the place of something wanted, whoever wrote it. Throws a `FileProblem`. */
export function placesTaken(wanted: WantedFile, text: string): readonly string[] {
  switch (wanted.kind) {
    case 'json':
      return placesTakenInJson(wanted, text);
    case 'toml':
      return tableAt(wanted.path, text, wanted.table) === undefined ? [] : [wanted.table.join('.')];
    case 'text':
      return olderText(wanted.path, text).map(() => BLOCK);
    case 'whole':
      return [WHOLE];
    default:
      return unreachable(wanted);
  }
}

/** The servers that a text has in the places of the wanted ones, each with what is wanted there. Throws a `FileProblem`. */
export function serversIn(
  wanted: WantedFile,
  text: string,
): readonly { readonly before: unknown; readonly after: unknown }[] {
  switch (wanted.kind) {
    case 'json':
      return occupiedJson(wanted, text);
    case 'toml':
      return [{ before: tableAt(wanted.path, text, wanted.table), after: wanted.value }];
    case 'text':
    case 'whole':
      return [];
    default:
      return unreachable(wanted);
  }
}

function setUpWhole(
  { text: wanted }: Extract<WantedFile, { kind: 'whole' }>,
  text: string | undefined,
  pieces: readonly Piece[],
): Edited {
  const edited = (state: 'added' | 'updated'): Edited => ({
    text: wanted,
    pieces: [wholePiece(wanted)],
    changes: [{ state, what: WHOLE }],
  });
  if (text === undefined) return edited('added');
  if (text === wanted) return { text, pieces, changes: [{ state: 'same', what: WHOLE }] };
  if (isWritten(text, pieces)) return edited('updated');
  return { text, pieces, changes: [{ state: 'kept', what: WHOLE }] };
}

function takeBackWhole(text: string, pieces: readonly Piece[]): Edited {
  return isWritten(text, pieces)
    ? { text: undefined, pieces: [], changes: [{ state: 'removed', what: WHOLE }] }
    : { text, pieces, changes: [{ state: 'kept', what: WHOLE }] };
}

const WHOLE = 'the whole file';
const isWritten = (text: string, pieces: readonly Piece[]) =>
  pieces.some(({ hash }) => hash === sha256Hex(text));
const wholePiece = (text: string): Piece => ({
  pointer: [],
  element: false,
  made: false,
  hash: sha256Hex(text),
});

/** The programs that our entries in a file start now, as absolute paths. Throws a `FileProblem`. */
export function programsNamed(wanted: WantedFile, text: string): readonly string[] {
  return [...new Set(valuesOf(wanted, text).flatMap(pathsIn))];
}

function valuesOf(wanted: WantedFile, text: string): readonly unknown[] {
  switch (wanted.kind) {
    case 'json': {
      const document = parseJson(wanted.path, text);
      const nodes = wanted.entries.map((entry) => occupant(wanted.path, document, entry));
      return nodes.flatMap((node) => (node ? [jsonOf(node)] : []));
    }
    case 'toml':
      return [tableAt(wanted.path, text, wanted.table)];
    case 'whole':
      // Its strings are written as in JSON.
      return [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([string]) => stringIn(string));
    case 'text':
      return [];
    default:
      return unreachable(wanted);
  }
}

function stringIn(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}

/** Paths of programs: whole strings, or the quoted words of a command line. Other paths are those of settings. */
function pathsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value === 'object' && value !== null) {
    const { env: _, environment: __, ...rest } = value as Record<string, unknown>;
    return Object.values(rest).flatMap(pathsIn);
  }
  if (typeof value !== 'string') return [];
  if (isAbsolute(value)) return [value];
  const words = [...value.matchAll(/(?<![=\w])"((?:[^"\\]|\\.)*)"|(?<![=\w])'((?:[^']|'')*)'/g)];
  return words
    .map(
      ([, double, single = '']) =>
        double?.replaceAll(/\\(.)/g, '$1') ?? single.replaceAll(/(['\u2018-\u201b])\1/g, '$1'),
    )
    .filter((word) => isAbsolute(word));
}

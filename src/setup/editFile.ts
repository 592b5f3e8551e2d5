import { isAbsolute } from 'node:path';
import { sha256Hex } from '../domain/hash.js';
import { tryParse } from '../domain/json.js';
import { setUpJson, takeBackJson, thereInJson } from './editJson.js';
import { setUpText, takeBackText, thereInText } from './editText.js';
import { setUpToml, takeBackToml, thereInToml } from './editToml.js';
import {
  type Edited,
  onlyPiece,
  type Piece,
  type There,
  type Wanted,
  type WantedFile,
} from './wantedFile.js';

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
  }
}

/** What has the places of what is wanted in a file, whoever wrote it. Throws a `FileProblem`. */
export function thereInFile(wanted: WantedFile, text: string): readonly There[] {
  switch (wanted.kind) {
    case 'json':
      return thereInJson(wanted, text);
    case 'toml':
      return thereInToml(wanted, text);
    case 'text':
      return thereInText(wanted.path, text);
    case 'whole':
      return [thereInWhole(wanted, text)];
  }
}

const WHOLE = 'the whole file';
const isWritten = (text: string, pieces: readonly Piece[]) =>
  pieces.some(({ hash }) => hash === sha256Hex(text));
const wholePiece = (text: string) => onlyPiece(sha256Hex(text));

function setUpWhole(
  { text: wanted }: Wanted<'whole'>,
  text: string | undefined,
  pieces: readonly Piece[],
): Edited {
  if (text === wanted) return { text, pieces, changes: [{ state: 'same', what: WHOLE }] };
  if (text !== undefined && !isWritten(text, pieces))
    return { text, pieces, changes: [{ state: 'kept', what: WHOLE }] };
  const state = text === undefined ? 'added' : 'updated';
  return { text: wanted, pieces: [wholePiece(wanted)], changes: [{ state, what: WHOLE }] };
}

function takeBackWhole(text: string, pieces: readonly Piece[]): Edited {
  return isWritten(text, pieces)
    ? { text: undefined, pieces: [], changes: [{ state: 'removed', what: WHOLE }] }
    : { text, pieces, changes: [{ state: 'kept', what: WHOLE }] };
}

function thereInWhole({ isOlder }: Wanted<'whole'>, text: string): There {
  // Its strings are written as in JSON.
  const value = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([literal]) => tryParse(literal));
  return { what: WHOLE, value, older: isOlder(text) ? wholePiece(text) : undefined };
}

/** The programs that our entries in a file start now, as absolute paths. Throws a `FileProblem`. */
export function programsNamed(wanted: WantedFile, text: string): readonly string[] {
  return [...new Set(thereInFile(wanted, text).flatMap(({ value }) => pathsIn(value)))];
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

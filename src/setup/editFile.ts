import { isAbsolute } from 'node:path';
import { sha256Hex } from '../domain/hash.js';
import { jsonFormat } from './jsonFile.js';
import { blockFormat, wholeFormat } from './textFile.js';
import { tomlFormat } from './tomlFile.js';
import type { Format, Insertion, Piece, Place, WantedFile } from './wantedFile.js';
import { yamlFormat } from './yamlFile.js';

/**
 * What setup does with one thing in a file. `same`: it is there as wanted. `kept`: something else is in its place that setup
 * did not write, or that was changed since; it is not touched.
 */
export type ChangeState = 'added' | 'updated' | 'removed' | 'same' | 'kept';

interface Change {
  readonly state: ChangeState;
  /** Such as `mcpServers.memory-vault` or `hooks.Stop`. */
  readonly what: string;
}

/** What setup has in a text. */
export interface Own {
  readonly pieces: readonly Piece[];
  /** The SHA-256 of the whole text as setup wrote it, and the way back from there. Unknown for what an older version wrote. */
  readonly written?: { readonly hash: string; readonly insertions: readonly Insertion[] };
  /** True where setup made the file. */
  readonly created?: boolean;
}

/** A text after a change, with what setup has in it then. */
export interface Edited extends Own {
  /** Undefined for a file that is to go, or is not there. */
  readonly text: string | undefined;
  readonly changes: readonly Change[];
}

/**
 * The text of a file with what is wanted in it, `undefined` for a missing file. When something of an earlier setup (`own`) is to
 * change, all of that is taken back first, as if it had never been there. What others wrote is not touched. Throws a
 * `FileProblem`.
 */
export function setUpFile(wanted: WantedFile, text: string | undefined, own: Own): Edited {
  const format = formatOf(wanted);
  const before = format.places(text);
  const back = text === undefined ? { ...NOTHING, text } : takenBack(format, text, own);
  const after = format.places(back.text);
  const stateOf = ({ value, isAsWanted }: Place, index: number): ChangeState => {
    if (value === undefined) return 'added';
    if (isAsWanted) return 'same';
    return after[index]?.value === undefined ? 'updated' : 'kept';
  };
  const wants = before.map((place, index) => ({ ...place, state: stateOf(place, index) }));
  const changes = [
    // What anybody's hooks need is worth a word only where it is added.
    ...wants.filter(({ needed, state }) => !needed || state !== 'same'),
    ...unwanted(namesOf(back.gone, format), wants).map((what) => ({
      state: 'removed' as const,
      what,
    })),
  ].map(({ state, what }) => ({ state, what }));
  if (changes.every(({ state }) => state === 'same' || state === 'kept'))
    return { text, pieces: own.pieces, written: own.written, changes };
  const { insertions, ...added } = format.add(back.text, text);
  const pieces = [...back.left, ...added.pieces];
  // What somebody has changed is taken out as soon as it is as it was: then no hash leads to all of it.
  const isWayBack = insertions !== undefined && back.left.length === 0;
  const written = isWayBack ? { hash: sha256Hex(added.text), insertions } : undefined;
  return { text: added.text, pieces, written, changes };
}

/**
 * The text of a file without what setup wrote: as it was before, where nothing in it has changed since, else without the pieces that
 * are unchanged. Throws a `FileProblem`.
 */
export function takeBackFile(wanted: WantedFile, text: string, own: Own): Edited {
  const format = formatOf(wanted);
  const { gone, left, text: rest } = takenBack(format, text, own);
  // What has the place of an entry now is named: it is not what setup wrote.
  const there = rest === undefined ? [] : thereInFile(wanted, rest).map(({ what }) => what);
  // What others need, too, is theirs once they have changed it.
  const changed = left.filter(({ needed }) => !needed);
  const kept = new Set([...namesOf(changed, format), ...there]);
  const changes = [
    ...namesOf(gone, format).map((what) => ({ state: 'removed' as const, what })),
    ...[...kept].map((what) => ({ state: 'kept' as const, what })),
  ];
  return { text: rest, pieces: left, changes };
}

/** What has the places of what is wanted in a file, whoever wrote it. Throws a `FileProblem`. */
export function thereInFile(wanted: WantedFile, text: string): readonly Place[] {
  const places = formatOf(wanted).places(text);
  return places.filter(({ value, needed }) => value !== undefined && !needed);
}

function formatOf(wanted: WantedFile): Format {
  switch (wanted.kind) {
    case 'json':
      return jsonFormat(wanted);
    case 'toml':
      return tomlFormat(wanted);
    case 'yaml':
      return yamlFormat(wanted);
    case 'text':
      return blockFormat(wanted);
    case 'whole':
      return wholeFormat(wanted);
  }
}

const NOTHING = { gone: [], left: [] };

function takenBack(format: Format, text: string, { pieces, written, created = false }: Own) {
  if (written?.hash !== sha256Hex(text)) return format.remove(text, pieces, created);
  const before = written.insertions.reduceRight(
    (rest, [start, length]) => rest.slice(0, start) + rest.slice(start + length),
    text,
  );
  return { text: before === '' ? undefined : before, gone: pieces, left: [] };
}

const namesOf = (pieces: readonly Piece[], { what }: Format) =>
  pieces.filter(({ made }) => !made).map(({ pointer }) => what ?? pointer.join('.'));

/** The names of what was taken out and is not wanted any more: elements of one array have the same name. */
function unwanted(gone: readonly string[], wants: readonly Change[]): readonly string[] {
  const wanted = wants.filter(({ state }) => state !== 'kept').map(({ what }) => what);
  return gone.filter((what) => {
    const index = wanted.indexOf(what);
    if (index !== -1) wanted.splice(index, 1);
    return index === -1;
  });
}

/** The programs that our entries in a file start now, as absolute paths. Throws a `FileProblem`. */
export function programsNamed(wanted: WantedFile, text: string): readonly string[] {
  return [...new Set(thereInFile(wanted, text).flatMap(({ value }) => pathsIn(value)))];
}

/** Paths of programs: whole strings, or the quoted words of a command line. Other paths are those of settings. */
function pathsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value === 'object' && value !== null) {
    const { env: _, environment: __, envs: ___, ...rest } = value as Record<string, unknown>;
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

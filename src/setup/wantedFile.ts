import stringify from 'fast-json-stable-stringify';
import { sha256Hex } from '../domain/hash.js';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One value that setup wants to have in a JSON file. */
export interface JsonEntry {
  /** The keys that lead to it; for an element of an array, those that lead to the array. */
  readonly pointer: readonly string[];
  readonly value: Json;
  /** True for an element of an array, which stands beside others. */
  readonly element: boolean;
  /** True for a value that an earlier setup may have written, from another place or with other settings. */
  readonly isOlder: (value: Json) => boolean;
  /** True for an element that does the same, also if somebody added to it. */
  readonly isAbout: (value: Json) => boolean;
  /** True for what the agent needs in its file whoever writes it, such as a version: any value will do, and it stays for others. */
  readonly needed?: boolean;
}

/** A table of a TOML file, or a mapping in a mapping of a YAML file. Nothing else of the file is touched. */
interface TableFile<K extends 'toml' | 'yaml'> {
  readonly kind: K;
  readonly path: string;
  readonly table: readonly [string, string];
  readonly value: JsonObject;
  readonly isOlder: (value: unknown) => boolean;
}

/** What setup wants to have in one file of an agent. */
export type WantedFile =
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly entries: readonly JsonEntry[];
      /** What a file holds besides, when setup makes it. */
      readonly seed?: JsonObject;
    }
  | TableFile<'toml'>
  | TableFile<'yaml'>
  | {
      /** A block of lines between two marks in a text file, such as AGENTS.md. */
      readonly kind: 'text';
      readonly path: string;
      readonly block: string;
      /** What stands before the block in a file that setup makes. */
      readonly seed?: string;
    }
  | {
      /** A file that is all ours. */
      readonly kind: 'whole';
      readonly path: string;
      readonly text: string;
      /** True for a text that an earlier setup may have written. */
      readonly isOlder: (text: string) => boolean;
    };

/** The same for one kind of file. */
export type Wanted<K extends WantedFile['kind']> = Omit<Extract<WantedFile, { kind: K }>, 'kind'>;

/** What setup wrote into a file, so that it can be found and taken back. Texts of the file are not kept. */
export interface Piece {
  /** The keys that lead to it. For an element of an array, those that lead to the array. Empty for the root of a file. */
  readonly pointer: readonly string[];
  readonly element: boolean;
  /** True for an object or array that setup made to hold its entries: it goes when nothing else is in it. */
  readonly made: boolean;
  /** True for what others in the file need, too: it stays with what they added since. */
  readonly needed?: boolean;
  /** SHA-256 of the value, or of the text where the file is no JSON. */
  readonly hash: string;
}

/** The piece of a file of which setup writes one. */
export const onlyPiece = (hash: string, pointer: Piece['pointer'] = []): Piece => ({
  pointer,
  element: false,
  made: false,
  hash,
});

/** The place of one wanted thing in a text. */
export interface Place {
  /** As a `Change` names it. */
  readonly what: string;
  /** What is there, whoever wrote it: of JSON and TOML its value. Undefined where the place is free. */
  readonly value: unknown;
  /** Whether that is what setup would write. */
  readonly isAsWanted: boolean;
  /** The value that setup would write there. */
  readonly wanted?: unknown;
  readonly needed?: boolean;
  /** What it is where an earlier setup may have written it, whose notes are lost. */
  readonly older?: Piece;
}

/** A piece of text that was put in: where it starts, and how long it is. */
export type Insertion = readonly [start: number, length: number];

/** What one format of files can do. Texts are without a mark before UTF-8; a missing file is `undefined`. All throw a `FileProblem`. */
export interface Format {
  /** What changes name, where it is one thing and has no keys that lead to it. */
  readonly what?: string;
  /** The place of each thing that is wanted, in their order. */
  places(text: string | undefined): readonly Place[];
  /**
   * The text with everything that is wanted and has no place in it yet. `before` is the text before an older setup was taken out
   * of `text`. `insertions` are those that made it of `text`, one after the other, where it was made so.
   */
  add(
    text: string | undefined,
    before: string | undefined,
  ): {
    readonly text: string;
    readonly pieces: readonly Piece[];
    readonly insertions?: readonly Insertion[];
  };
  /**
   * The text without those pieces that are as they were written. Undefined when nothing is left, or only what setup put into a
   * file that it made (`isMade`). Nothing else changes.
   */
  remove(text: string, pieces: readonly Piece[], isMade: boolean): Removed;
}

interface Removed {
  readonly text: string | undefined;
  /** The pieces that were taken out, and those that somebody has changed and that are still there. */
  readonly gone: readonly Piece[];
  readonly left: readonly Piece[];
}

/** SHA-256 of a value, whatever the order of its keys. */
export function hashOf(value: Json): string {
  return sha256Hex(stringify(value));
}

/** The place of our table, from the value that is there now. A value that JSON has not, such as a date of TOML, is not ours. */
export function tablePlace(
  { table, value: wanted, isOlder }: Omit<TableFile<'toml' | 'yaml'>, 'kind' | 'path'>,
  value: unknown,
): Place {
  const what = table.join('.');
  if (value === undefined) return { what, value, wanted, isAsWanted: false };
  const hash = hashOf(value as Json);
  const older = isOlder(value) ? onlyPiece(hash, table) : undefined;
  return { what, value, wanted, isAsWanted: hash === hashOf(wanted), older };
}

import { isOlderServer, SERVER_NAME, type ServerEntry } from './launch.js';

/** A value of JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

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

/** A property at the root of a file without which the agent does not read the file. The last of the entries. */
export function neededEntry(key: string, value: Json): JsonEntry {
  const isOurs = () => false;
  return { pointer: [key], value, element: false, needed: true, isOlder: isOurs, isAbout: isOurs };
}

/** What setup wants to have in one file of an agent. */
export type WantedFile =
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly entries: readonly JsonEntry[];
      /** What a file holds besides, when setup makes it. */
      readonly seed?: { readonly [key: string]: Json };
    }
  | {
      /** A table of a TOML file. Nothing else of the file is touched. */
      readonly kind: 'toml';
      readonly path: string;
      readonly table: readonly [string, string];
      readonly value: ServerEntry;
      readonly isOlder: (value: unknown) => boolean;
    }
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

/** Something that has a place of what is wanted, whoever wrote it. */
export interface There {
  /** As a `Change` names it. */
  readonly what: string;
  readonly value: unknown;
  /** The value that setup would write there. */
  readonly wanted?: unknown;
  /** What it is where an earlier setup may have written it, whose notes are lost. */
  readonly older?: Piece;
}

/** A JSON file with the entry of the MCP server in the object that has the key `servers`. */
export function serverFile(
  path: string,
  servers: string,
  value: { readonly [key: string]: Json },
  seed?: { readonly [key: string]: Json },
): WantedFile {
  const pointer = [servers, SERVER_NAME];
  const isOlder = (entry: Json) => isOlderServer(entry, value);
  const entries = [{ pointer, element: false, value, isOlder, isAbout: isOlder }];
  return { kind: 'json', path, entries, seed };
}

/**
 * What setup does with one thing in a file. `same`: it is there as wanted. `kept`: something else is in its place that setup
 * did not write, or that was changed since; it is not touched.
 */
export type ChangeState = 'added' | 'updated' | 'removed' | 'same' | 'kept';

export interface Change {
  readonly state: ChangeState;
  /** Such as `mcpServers.memory-vault` or `hooks.Stop`. */
  readonly what: string;
}

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
  /** What was inserted before and after it. Undefined when that is not known: then the lines around stay as they are. */
  readonly around?: { readonly lead: string; readonly tail: string };
}

/** The piece of a file of which setup writes one. */
export const onlyPiece = (
  hash: string,
  around?: Piece['around'],
  pointer: Piece['pointer'] = [],
): Piece => ({ pointer, element: false, made: false, hash, ...(around && { around }) });

/** A text after a change, with what setup has in it then. */
export interface Edited {
  /** Undefined for a file that is to go, or is not there. */
  readonly text: string | undefined;
  readonly pieces: readonly Piece[];
  readonly changes: readonly Change[];
}

import type { ServerEntry } from './launch.js';

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

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

/** A text after a change, with what setup has in it then. */
export interface Edited {
  /** Undefined for a file that is to go, or is not there. */
  readonly text: string | undefined;
  readonly pieces: readonly Piece[];
  readonly changes: readonly Change[];
}

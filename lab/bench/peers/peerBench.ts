import type { Note } from '../../../tools/notes/readNotes.js';
import type { MadeNote } from '../search/noteMaker.js';

/** The input of the comparison. */
export interface PeerBench {
  /** The notes that are searched, as they are in their file. */
  readonly notes: readonly Note[];
  /** Generated notes of 500 bytes. */
  readonly noteAt: (i: number) => MadeNote;
  /** Measures less of everything, only to check that the comparison works. */
  readonly quick: boolean;
  /** Reports progress to a person. */
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

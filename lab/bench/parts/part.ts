import type { Note } from '../../../tools/notes/readNotes.js';
import type { VaultOptions } from '../../../tools/server/serverProcess.js';
import type { DataSet } from '../data/dataSet.js';
import type { MadeNote } from '../search/noteMaker.js';

/** The input of a part of the benchmark. */
export interface Bench {
  readonly notes: readonly Note[];
  readonly noteAt: (i: number) => MadeNote;
  /** Measures less of everything, only to check that the benchmark works. */
  readonly quick: boolean;
  /** Reports progress to a person. */
  readonly say: (text: string) => void;
  /** A new directory that is removed at the end of the run. */
  readonly newDirectory: () => string;
  readonly signal: AbortSignal;
}

/** The input of a part that needs a filled vault. */
export interface SizeBench extends Bench {
  readonly set: DataSet;
}

/** The options of a server on the vault of a directory; a client needs its admin key. */
export function vaultIn(
  directory: string,
  signal: AbortSignal,
): VaultOptions & { adminKey: string } {
  return { directory, adminKey: 'key-of-the-benchmark', signal };
}

/** Starts something, works with it and stops it, also when the work fails. */
export async function using<S extends { stop(): Promise<void> }, T>(
  starting: Promise<S>,
  work: (started: S) => Promise<T>,
): Promise<T> {
  const started = await starting;
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
}

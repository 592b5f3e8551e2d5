import type { Note } from '../../tools/notes/readNotes.js';
import type { VaultOptions } from '../../tools/server/serverProcess.js';
import type { DataSet } from '../data/dataSet.js';
import type { MadeNote } from '../search/noteMaker.js';

/** What a part of the benchmark works with. */
export interface Bench {
  readonly notes: readonly Note[];
  readonly noteAt: (i: number) => MadeNote;
  /** Less of everything: enough to see that it works. */
  readonly quick: boolean;
  /** Tells a person what is going on. */
  readonly say: (text: string) => void;
  /** A new directory that is removed at the end of the run. */
  readonly newDirectory: () => string;
  readonly signal: AbortSignal;
}

/** Parts on filled vaults get one. */
export interface SizeBench extends Bench {
  readonly set: DataSet;
}

/** A vault in a directory, as a server or a client needs it. */
export function vaultIn(
  directory: string,
  signal: AbortSignal,
): VaultOptions & { adminKey: string } {
  return { directory, adminKey: 'key-of-the-benchmark', signal };
}

/** Starts something, works with it and stops it, whatever happens. */
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

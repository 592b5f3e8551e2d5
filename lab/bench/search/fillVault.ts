import { openApp } from '../../../src/app/openApp.js';
import { ImportObservation, saveObservation } from '../../../src/commands/observations.js';
import { readConfig } from '../../../src/config/config.js';
import type { ProgressBar } from '../../../tools/progressBar.js';
import type { MadeNote } from './noteMaker.js';
import { passThrough } from './passThrough.js';

/** Number of saves that share a commit. */
const BATCH = 256;

export interface Filling {
  readonly directory: string;
  readonly size: number;
  readonly noteAt: (i: number) => MadeNote;
  readonly progress: ProgressBar;
  readonly signal: AbortSignal;
}

/** Saves the first `size` notes into the vault of a directory, without HTTP. Returns the seconds it took. */
export async function fillVault(filling: Filling): Promise<number> {
  const { directory, size, noteAt, progress, signal } = filling;
  const start = performance.now();
  const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }), { filter: passThrough });
  try {
    for (let first = 0; first < size; first += BATCH) {
      signal.throwIfAborted();
      const count = Math.min(BATCH, size - first);
      const notes = Array.from({ length: count }, (_, i) => noteAt(first + i));
      await Promise.all(
        notes.map(({ word: _word, hash: _hash, ...note }) => {
          const input = ImportObservation.parse(note);
          return app.executor.execute(saveObservation, input, { meta: { actor: 'bench' } });
        }),
      );
      progress.add(count);
    }
  } finally {
    progress.end();
    await app.close();
  }
  return (performance.now() - start) / 1000;
}

import { Worker } from 'node:worker_threads';
import { threadError } from '../threads/threadError.js';
import type { Build, Built, RebuildStep } from './buildReplacement.js';

/** What the thread says: how far it is, and at last what it built. */
export type Told = { readonly step: RebuildStep } | { readonly built: Built };

/**
 * As `rebuildBeside` with every projection of this release, on a thread of its own and with what time
 * others leave over. Rejects when the thread fails or `signal` ends it.
 */
export const rebuildOnThread: Build = async (files, onStep, signal) => {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./rebuildThread.js', import.meta.url), { workerData: files });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end);
  return await new Promise<Built>((resolve, reject) => {
    let outcome = () => reject(new Error('the rebuild was interrupted'));
    worker.on('message', (told: Told) => {
      if ('step' in told) onStep(told.step);
      else outcome = () => resolve(told.built);
    });
    worker.on('error', (error) => {
      outcome = () => reject(threadError('the rebuild', error));
    });
    // Only once the thread has ended are its files closed.
    worker.on('exit', () => outcome());
  }).finally(() => signal.removeEventListener('abort', end));
};

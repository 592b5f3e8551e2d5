import { Worker } from 'node:worker_threads';
import { threadError } from '../threads/threadError.js';
import type { BuildIndex } from './buildIndex.js';

/** What goes to the thread: how far the rows are, and at last null. It answers that with how many it indexed. */
export type RowsReach = number | null;

/** Builds the index on a thread of its own. */
export const indexOnThread: BuildIndex = (files) => {
  const worker = new Worker(new URL('./indexThread.js', import.meta.url), { workerData: files });
  const indexed = new Promise<number>((resolve, reject) => {
    let count: number | undefined;
    let error: Error | undefined;
    worker.on('message', (told: number) => {
      count = told;
    });
    worker.on('error', (thrown) => {
      error = threadError('the building of the search index', thrown);
    });
    // Only once the thread has ended are its files closed.
    worker.on('exit', () => {
      if (count !== undefined) resolve(count);
      else reject(error ?? new Error('the building of the search index was interrupted'));
    });
  });
  // It may fail while nobody waits for it yet.
  indexed.catch(() => {});
  const tell = (reach: RowsReach) => worker.postMessage(reach);
  return {
    reach: tell,
    finish() {
      tell(null);
      return indexed;
    },
    async close() {
      await worker.terminate();
    },
  };
};

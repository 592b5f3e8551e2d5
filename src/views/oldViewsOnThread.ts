import { Worker } from 'node:worker_threads';
import type { OldViews, OpenOld } from './oldViews.js';

/** What goes to the thread, which answers each in turn with what that gives. */
export type Wish = Exclude<keyof OldViews, 'close'>;

interface Waiting {
  resolve(given: unknown): void;
  reject(error: Error): void;
}

/** Reads them, with every projection of this release, on a thread of its own: the digest takes long. */
export const oldViewsOnThread: OpenOld = (file) => {
  const worker = new Worker(new URL('./oldViewsThread.js', import.meta.url), { workerData: file });
  const waiting: Waiting[] = [];
  let failed = new Error('the reading of the old read models was interrupted');
  worker.on('message', (given) => waiting.shift()?.resolve(given));
  worker.on('error', (error) => {
    failed = new Error('the reading of the old read models failed', { cause: error });
  });
  worker.on('exit', () => {
    for (const one of waiting.splice(0)) one.reject(failed);
  });
  // The thread answers with what `oldViewsHere` gives for the same wish.
  const ask = <W extends Wish>(wish: W) =>
    new Promise<Awaited<ReturnType<OldViews[W]>>>((resolve, reject) => {
      waiting.push({ resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage(wish);
    });
  return {
    freeze: () => ask('freeze'),
    thaw: () => ask('thaw'),
    digest: () => ask('digest'),
    async close() {
      await worker.terminate();
    },
  };
};

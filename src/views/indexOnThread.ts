import { openWorker } from '../threads/worker.js';
import type { BuildIndex, IndexFiles } from './buildIndex.js';

/** As `GrowingIndex`. */
export interface IndexContract {
  readonly data: IndexFiles;
  readonly methods: {
    reach(position: number): void;
    finish(): number;
  };
}

/** Builds the index on a thread of its own. */
export const indexOnThread: BuildIndex = (files) => {
  const worker = openWorker<IndexContract>(new URL('./indexThread.js', import.meta.url), {
    name: 'the building of the search index',
    data: files,
  });
  let reached: Promise<unknown> = Promise.resolve();
  return {
    reach(position) {
      reached = Promise.all([reached, worker.call('reach', position)]);
      // `finish` reports that it failed.
      reached.catch(() => {});
    },
    async finish() {
      await reached;
      return worker.call('finish');
    },
    close: () => worker.close(),
  };
};

// The entry of the thread that builds a search index: see `indexOnThread.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { indexHere } from './buildIndex.js';
import type { RowsReach } from './indexOnThread.js';

const index = indexHere(workerData);
parentPort?.on('message', (reach: RowsReach) => {
  if (reach !== null) return index.reach(reach);
  parentPort?.postMessage(index.finish());
  parentPort?.close();
});

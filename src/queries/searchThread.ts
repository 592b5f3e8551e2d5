// The entry of a search thread: see `searchPool.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader } from '../log/sqlite.js';
import { searchObservations } from './searchObservations.js';
import type { Answered, Asked } from './searchPool.js';

const views = openSqliteReader(String(workerData));

parentPort?.on('message', ({ id, search }: Asked) => {
  parentPort?.postMessage(answer(id, () => searchObservations(views, search)));
});

function answer(id: number, search: () => ReturnType<typeof searchObservations>): Answered {
  try {
    return { id, found: search() };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

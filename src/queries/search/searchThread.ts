// The entry of a search thread: see `searchPool.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader, SERVICE_CACHE, type Sql } from '../../sqlite/sqlite.js';
import { type Search, searchObservations } from './searchObservations.js';
import type { Answered, Asked } from './searchPool.js';

let views: Sql | undefined;

parentPort?.on('message', ({ id, search }: Asked) => {
  parentPort?.postMessage(answer(id, search));
});

function answer(id: number, search: Search | null): Answered {
  try {
    if (search === null) return { id, found: close() };
    views ??= openSqliteReader(String(workerData), { cache: SERVICE_CACHE });
    return { id, found: searchObservations(views, search) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function close(): null {
  views?.db.close();
  views = undefined;
  return null;
}

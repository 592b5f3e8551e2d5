// The entry of the thread that applies events to the read models: see `followOnThread.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteLogReader } from '../log/sqlite/sqliteLogReader.js';
import { allProjections } from '../projections/allProjections.js';
import { openSqlite, SERVICE_CACHE } from '../sqlite/sqlite.js';
import type { Asked, Followed, Told } from './followOnThread.js';
import { projector } from './projector.js';

// Only ever started by `followOnThread.ts`, with these.
const { files, stopped } = workerData as Followed;
const log = openSqliteLogReader(files.log, { cache: SERVICE_CACHE });
const views = openSqlite(files.views, 'NORMAL');
const tell = (told: Told) => parentPort?.postMessage(told);
const running = projector(views, log, allProjections, complain, stopped, tellProgress);

/** What is asked waits for what was asked before. */
let last = Promise.resolve();
parentPort?.on('message', (asked: Asked) => {
  last = last.then(async () => tell({ answer: await answer(asked) }));
});

async function answer(asked: Asked): Promise<boolean> {
  switch (asked) {
    case 'follow':
      await running.follow();
      return true;
    case 'wipe':
      return running.wipe();
    case 'close':
      running.close();
      log.close();
      return true;
  }
}

function tellProgress(): void {
  const progress = running.progress().map(({ projection: { name }, position, stopped }) => ({
    ...{ name, position },
    ...(stopped && { stopped }),
  }));
  tell({ position: running.position(), progress });
}

function complain(error: unknown): void {
  tell({ complaint: error instanceof Error ? error.message : String(error) });
}

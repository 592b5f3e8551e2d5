// The entry of the thread that moves write-ahead logs into their files: see `checkpoints.ts`.
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { checkpointWal } from './checkpointWal.js';
import { openSqliteForCheckpoint } from './sqlite.js';
import type { Answered, Asked } from './walCheckpointer.js';

parentPort?.on('message', (file: Asked) => parentPort?.postMessage(answer(file)));

/** Opened for each, so that a file that is replaced meanwhile is not held on to. */
function answer(file: Asked): Answered {
  try {
    const sql = openSqliteForCheckpoint(file);
    try {
      // The second time for what was written during the first, which took longer.
      checkpointWal(sql);
      checkpointWal(sql);
    } finally {
      sql.db.close();
    }
    return null;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return { code: error.code, message: error.message };
  }
}

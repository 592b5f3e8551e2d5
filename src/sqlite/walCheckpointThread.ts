// The entry of the thread that moves write-ahead logs into their files: see `walCheckpointer.ts`.
import { serveWorker } from '../threads/worker.js';
import { openSqliteForCheckpoint } from './sqlite.js';
import { checkpointWal, type WalCheckpointContract } from './walCheckpoint.js';

serveWorker<WalCheckpointContract>(() => ({
  checkpoint(file) {
    // Opened for each, so that a file that is replaced meanwhile is not held on to.
    const sql = openSqliteForCheckpoint(file);
    try {
      // The second time for what was written during the first, which took longer.
      checkpointWal(sql);
      checkpointWal(sql);
    } finally {
      sql.db.close();
    }
  },
}));

import type { Database } from './database.js';

/**
 * Where a power cut left a write-ahead log without one whole frame, SQLite's recovery copies uninitialised memory of
 * this process into the index of that log (`walIndexRecover`), which is a file next to it (`-shm`): whatever was last
 * in there, a secret or a text that was forgotten. The first frame written clears it, so one is written at once.
 */
export function wipeWalIndex(db: Database.Database): void {
  const [wal] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  if (wal?.log !== 0) return;
  // Sets what is set: a frame, and no change.
  const version = Number(db.pragma('user_version', { simple: true }));
  db.pragma(`user_version = ${version}`);
}

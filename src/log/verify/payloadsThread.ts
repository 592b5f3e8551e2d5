// The entry of the thread that reads payloads: see `payloadsOnThread.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader } from '../../sqlite/sqlite.js';
import { reading } from './findings.js';
import { type Answers, type Asked, momentOf } from './payloadsOnThread.js';
import { verifyPayloads } from './verifyPayloads.js';

// Closed with the thread.
const log = openSqliteReader(workerData);

const ANSWERS: { readonly [A in Asked]: () => Answers[A] } = {
  begin() {
    if (log.db.inTransaction) log.db.exec('ROLLBACK');
    log.db.exec('BEGIN');
    // Asked for in any case: only a read pins the moment.
    return momentOf(log);
  },
  read: () => reading('the payloads', (notes) => verifyPayloads(log, notes)),
};

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(ANSWERS[asked]()));

import { SharedLogInterrupted } from '../sharedLog.js';
import type { Connection } from './connection.js';

/**
 * Runs `work` in a transaction, and commits it. Rejects with what `work` rejects with, and with `SharedLogInterrupted` where it
 * is not known whether it was committed. After either the connection is of no use.
 */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.exchange({ text: 'BEGIN' });
  try {
    const result = await work();
    const [{ command }] = await connection.exchange({ text: 'COMMIT' });
    // A transaction that was aborted says so here, without an error.
    if (command !== 'COMMIT') throw new SharedLogInterrupted(`COMMIT was answered with ${command}`);
    return result;
  } catch (error) {
    connection.destroy('a transaction was given up');
    throw error;
  }
}

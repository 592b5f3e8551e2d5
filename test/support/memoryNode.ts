import { join } from 'node:path';
import {
  type ReplicatedLog,
  type ReplicatedLogOptions,
  replicatedLog,
} from '../../src/cluster/replicatedLog.js';
import { openSqliteCopy } from '../../src/cluster/sqliteCopy.js';
import { type NodeFaults, openMemorySharedLog, type SharedStore } from './memorySharedLog.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** Where the copy of a node is. */
export const copyPlace = () => join(temporaryDirectory(), 'log.db');

/** Opens the log of a node on a shared log in memory, and has it catch up. */
export async function openMemoryNode(
  store: SharedStore,
  {
    file = copyPlace(),
    faults,
    ...options
  }: { file?: string; faults?: NodeFaults } & ReplicatedLogOptions = {},
): Promise<ReplicatedLog> {
  const copy = openSqliteCopy(file, store.end.instance);
  const log = replicatedLog(copy, openMemorySharedLog(store, faults), { pollMs: 0, ...options });
  try {
    await log.catchUp();
  } catch (error) {
    await log.close();
    throw error;
  }
  return log;
}

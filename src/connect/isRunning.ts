import { join } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { membersOf } from '../domain/json.js';
import { readOwnJson } from '../files/regularFile.js';

/** Whether a process with this id runs on this machine, whoever owns it. The id may have been given to another one since. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The process that took the lock of a data directory last, which may have ended; undefined where none is noted. */
export function lastWriter(dataDir: string): number | undefined {
  const { pid } = membersOf(readOwnJson(join(dataDir, 'writer.json')));
  return typeof pid === 'number' && Number.isInteger(pid) ? pid : undefined;
}

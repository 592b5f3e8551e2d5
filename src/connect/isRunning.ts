import { join } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { readOwnFile } from '../files/regularFile.js';

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
  try {
    const { pid } = membersOf(tryParse(readOwnFile(join(dataDir, 'writer.json'))));
    return Number.isInteger(Number(pid)) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { membersOf } from '../domain/json.js';
import { readOwnJson } from '../files/regularFile.js';

/** Whether a process with this id runs on this machine, whoever owns it. The id may have been given to another one since. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether a process has ended, and its parent has not collected it: in a container without an init, that may last for good. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // proc_pid_stat(5): the state follows the name, which may have spaces and brackets in it.
    return /^.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** The process that took the lock of a data directory last, which may have ended; undefined where none is noted. */
export function lastWriter(dataDir: string): number | undefined {
  const { pid } = membersOf(readOwnJson(join(dataDir, 'writer.json')));
  return typeof pid === 'number' && Number.isInteger(pid) ? pid : undefined;
}

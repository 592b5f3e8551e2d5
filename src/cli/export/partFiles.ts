import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../connect/isRunning.js';

const PART = /^\.memory-vault-export\.(\d+)\.part$/;

/** The name of a file while it is written into a folder. Two exports at once have two of them, and never mix their texts. */
export const partFile = (folder: string) =>
  join(folder, `.memory-vault-export.${process.pid}.part`);

/** Removes the files that exports which were killed left half written in a folder. */
export function removeOldParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

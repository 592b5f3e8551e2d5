import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VAULT } from '../children/runWorkload.js';

/** Creates a directory with only these files. Returns the directory of the vault in it. */
export function layOut(directory: string, files: ReadonlyMap<string, Buffer>): string {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of files) {
    // The shared memory does not survive a boot; SQLite creates it again.
    if (name.endsWith('-shm')) continue;
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return join(directory, VAULT);
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A new directory for one test, in memory if possible: for files of which only the content counts, because the disk is
 * simulated.
 */
export function inMemory(): string {
  const directory = makeInMemory();
  onTestFinished(() => removeTree(directory));
  return directory;
}

/** Like `inMemory`, for all tests of a file, which removes the directory after them. */
export function makeInMemory(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(parent, 'memory-vault-'));
}

export function removeTree(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

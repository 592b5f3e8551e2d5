import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A directory of its own for one test, in memory where there is some: for files of which only the content
 * counts, since what a disk does to them is played.
 */
export function inMemory(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const directory = mkdtempSync(join(parent, 'memory-vault-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

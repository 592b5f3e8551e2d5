import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A new directory for one test, in memory if possible: for files of which only the content counts, because the disk is
 * simulated.
 */
export function inMemory(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const directory = mkdtempSync(join(parent, 'memory-vault-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
const ENOUGH = 4 * 1024 ** 3;

/**
 * A folder for all temporary files of a run; it goes with this process. In memory where there is room: tests sync thousands
 * of files, and a disk makes them wait for a tenth of the run.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'memory-vault-run-'));
  // The PostgreSQL of tests runs as another user where they run as root.
  chmodSync(folder, 0o711);
  // Tests that are interrupted may write for a moment longer.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Times of `count` appends of 4 KiB, each synced, in milliseconds and ascending order, on the disk where the servers keep their data. */
export function syncedAppends(count: number): readonly number[] {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-bench-'));
  const file = openSync(join(directory, 'fsync'), 'w');
  try {
    const page = Buffer.alloc(4096, 1);
    const times = Array.from({ length: count }, () => {
      const start = performance.now();
      writeSync(file, page);
      fsyncSync(file);
      return performance.now() - start;
    });
    return times.sort((a, b) => a - b);
  } finally {
    closeSync(file);
    rmSync(directory, { recursive: true, force: true });
  }
}

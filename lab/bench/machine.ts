import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/sqlite/database.js';
import { percentile } from '../../tools/percentile.js';
import { digits } from '../../tools/table.js';

const FSYNCS = 200;

/** Describes the machine in a few lines. Blocks for about a second. */
export function machine(): string {
  const db = new Database(':memory:');
  const sqlite = db.prepare('SELECT sqlite_version()').pluck().get();
  db.close();
  const fsyncs = fsyncTimes();
  const [half, most] = [percentile(fsyncs, 50), percentile(fsyncs, 99)];
  return [
    `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${release()}, Node ${process.versions.node}, SQLite ${String(sqlite)}`,
    `4 KiB appended and synced to disk: p50 ${digits(half)} ms, p99 ${digits(most)} ms (${digits(1000 / half)}/s)`,
  ].join('\n');
}

/** Times of synced writes in milliseconds, in ascending order, on the disk where the servers keep their data. */
function fsyncTimes(): readonly number[] {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-bench-'));
  const file = openSync(join(directory, 'fsync'), 'w');
  try {
    const page = Buffer.alloc(4096, 1);
    const times = Array.from({ length: FSYNCS }, () => {
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

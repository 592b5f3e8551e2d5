import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { Database } from '../../src/sqlite/database.js';
import { percentile } from '../../tools/percentile.js';
import { digits } from '../../tools/table.js';
import { syncedAppends } from './syncedAppends.js';

const FSYNCS = 200;

/** Describes the machine in a few lines. Blocks for about a second. */
export function machine(): string {
  const db = new Database(':memory:');
  const sqlite = db.prepare('SELECT sqlite_version()').pluck().get();
  db.close();
  const fsyncs = syncedAppends(FSYNCS);
  const [half, most] = [percentile(fsyncs, 50), percentile(fsyncs, 99)];
  return [
    `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${release()}, Node ${process.versions.node}, SQLite ${String(sqlite)}`,
    `4 KiB appended and synced to disk: p50 ${digits(half)} ms, p99 ${digits(most)} ms (${digits(1000 / half)}/s)`,
  ].join('\n');
}

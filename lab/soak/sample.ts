import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { residentMemory } from '../../tools/residentMemory.js';
import { ask } from '../outside/ask.js';

/** What a running service uses at one moment. */
export interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  readonly rss: number;
  readonly heap: number;
  readonly descriptors: number;
  /** Event loop delay at the 99th percentile, in milliseconds. */
  readonly loop: number;
  /** Sizes in bytes: log.db, its write-ahead log, views.db, its write-ahead log. */
  readonly log: number;
  readonly logWal: number;
  readonly views: number;
  readonly viewsWal: number;
}

/** Measures a process from outside and by its own metrics; memory in bytes. Linux only. */
export async function sample(
  { url, pid }: { readonly url: string; readonly pid: number },
  directory: string,
  at: number,
): Promise<Sample> {
  const metrics = (await ask(url, 'GET', '/api/v1/metrics'))?.text ?? '';
  const metric = (name: string) =>
    Number(new RegExp(`^memory_vault_${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  const size = (name: string) =>
    statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
  return {
    at,
    rss: residentMemory(pid),
    heap: metric('nodejs_heap_size_used_bytes'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    loop: metric('nodejs_eventloop_lag_p99_seconds') * 1000,
    log: size('log.db'),
    logWal: size('log.db-wal'),
    views: size('views.db'),
    viewsWal: size('views.db-wal'),
  };
}

/** The slope of a straight line through the points, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

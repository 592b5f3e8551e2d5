import { median, percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Read, ReadRequests } from '../data/readRequests.js';
import { ALL, READS } from '../data/readRequests.js';
import type { Figure } from '../figure.js';
import { closedLoop } from '../load/closedLoop.js';
import type { MeasuredServer } from '../server/measuredServer.js';
import type { SizeBench } from './part.js';

const health = () => ({ labels: [ALL], path: '/healthz' });

/** Times reads over HTTP, one at a time: all kinds in turn, and a request that reads nothing. */
export async function reads(
  bench: SizeBench,
  server: MeasuredServer,
  requests: ReadRequests,
): Promise<Figure[]> {
  const { signal } = bench;
  const { url } = server;
  const [rounds, seconds] = bench.quick ? [2, 0.5] : [3, 1];
  const ask = (next: ReadRequests[Read], longer = 1) =>
    closedLoop({ url, connections: 1, seconds: seconds * longer, next, signal });
  for (const read of READS) await ask(requests[read]);

  const all = new Map<string, number[]>();
  const byKind = new Map<string, number[]>();
  const idle: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(percentile((await ask(health, 0.5)).times.get(ALL) ?? [], 50));
    for (const read of READS) {
      // Searches get more time, because there are many kinds of them, each with a slowest one in a hundred.
      const before = (await server.sample(read === 'search' ? 'rest' : 'watch')).cpu;
      const { times, failed } = await ask(requests[read], read === 'search' ? 8 : 1);
      const used = (await server.sample()).cpu - before;
      if (read === 'search') cpu.push(used / (times.get(ALL)?.length ?? 0));
      if (failed > 0) throw new Error(`${failed} requests of ${read} failed`);
      for (const [kind, some] of times) {
        if (kind === ALL) add(all, read, some);
        else add(byKind, kind, some);
      }
    }
  }
  const figures: Figure[] = [{ what: 'healthz p50', value: median(idle) }];
  for (const read of READS) {
    const times = sorted(all.get(read));
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    bench.say(`${read}: p50 ${digits(p50)} ms, p99 ${digits(p99)} ms (${times.length} times)`);
    figures.push({ what: `${read} p50`, value: p50 }, { what: `${read} p99`, value: p99 });
  }
  figures.push({ what: 'CPU of a search', value: median(cpu) });
  for (const [kind, some] of [...byKind].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const times = sorted(some);
    figures.push({ what: 'search p50 by kind', kind, value: percentile(times, 50) });
    figures.push({ what: 'search p99 by kind', kind, value: percentile(times, 99) });
  }
  return figures;
}

function add(to: Map<string, number[]>, key: string, some: readonly number[]): void {
  const all = to.get(key) ?? [];
  to.set(key, all);
  for (const one of some) all.push(one);
}

const sorted = (times: readonly number[] = []) => [...times].sort((a, b) => a - b);

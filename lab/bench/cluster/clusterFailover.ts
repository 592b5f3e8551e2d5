import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterBench, SAVES } from './clusterBench.js';
import type { ClusterFigure } from './clusterFigure.js';

const CONNECTIONS = 16;
/** How long somebody, or a program that watches, takes to notice that the primary is gone. */
const NOTICED_MS = 500;
const BEFORE_MS = 2000;
const AFTER_MS = 8000;

/** Kills the primary, promotes the standby half a second later, and gives the longest time without an acknowledged save. */
export async function clusterFailover(bench: ClusterBench): Promise<ClusterFigure[]> {
  const { cluster } = bench.vault;
  if (!cluster) {
    bench.say('no failover: this PostgreSQL has no pg_basebackup');
    return [];
  }
  const silences: number[] = [];
  for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
    const ends = new AbortController();
    const from = performance.now();
    const signal = AbortSignal.any([bench.signal, ends.signal]);
    // Each call of `fetch` adds a listener, which only garbage collection removes.
    setMaxListeners(0, signal);
    const saving = saveAll(bench, signal);
    await sleep(BEFORE_MS, undefined, { signal: bench.signal });
    await cluster.primary.crash();
    await sleep(NOTICED_MS);
    await cluster.promote({ alone: true });
    await sleep(AFTER_MS, undefined, { signal: bench.signal });
    ends.abort();
    silences.push(longestGap([from, ...(await saving), performance.now()]) / 1000);
    bench.say(`failover: ${silences.at(-1)?.toFixed(2)} s without an acknowledged save`);
    await cluster.addStandby();
  }
  return [{ what: 'longest silence at failover', values: silences }];
}

/** Saves on all nodes until it is ended. Gives the moments of the acknowledgements, in ascending order. */
async function saveAll({ nodes, body }: ClusterBench, signal: AbortSignal): Promise<number[]> {
  const urls = [...nodes.values()].map(({ url }) => url);
  const moments: number[] = [];
  const one = async (_: unknown, nth: number) => {
    const url = `${urls[nth % urls.length]}${SAVES}`;
    const headers = { 'content-type': 'application/json' };
    while (!signal.aborted) {
      const answer = await fetch(url, { method: 'POST', headers, body: body(), signal }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.ok) moments.push(performance.now());
      // What was refused is tried again, as clients do.
      else await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return moments.sort((a, b) => a - b);
}

function longestGap(moments: readonly number[]): number {
  return Math.max(...moments.slice(1).map((at, i) => at - (moments[i] ?? at)));
}

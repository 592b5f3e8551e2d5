import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../tools/percentile.js';
import { type ClusterBench, SAVES } from './clusterBench.js';
import type { ClusterFigure, ClusterWhat } from './clusterFigure.js';

/** Milliseconds between two saves: a node that is idle in between is what a person meets. */
const PAUSE_MS = 15;

/**
 * Times how long after the acknowledgement of one node another one answers a read with X-Min-Position of it, and how long until
 * it has taken that in when nobody asks.
 */
export async function clusterLag(bench: ClusterBench): Promise<ClusterFigure[]> {
  const [one, two] = [...bench.nodes.values()].map(({ url }) => url);
  if (one === undefined || two === undefined) throw new Error('lag needs two nodes');
  const [rounds, saves] = bench.quick ? [1, 100] : [5, 300];
  const taken: number[][] = [];
  const read: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await lagsUntilTaken(bench, { one, two, saves }));
    read.push(await lagsUntilRead(bench, { one, two, saves }));
  }
  const figures = [
    ...percentilesOf('lag until read p50', 'lag until read p99', read),
    ...percentilesOf('lag until taken in p50', 'lag until taken in p99', taken),
  ];
  for (const { what, values } of figures) bench.say(`${what}: ${values.map((v) => v.toFixed(1))}`);
  return figures;
}

interface Between {
  readonly one: string;
  readonly two: string;
  readonly saves: number;
}

async function lagsUntilRead(bench: ClusterBench, { one, two, saves }: Between): Promise<number[]> {
  const lags: number[] = [];
  for (let n = 0; n < saves; n += 1) {
    const { position, id, at } = await save(bench, one);
    const headers = { 'x-min-position': String(position) };
    const answer = await fetch(`${two}${SAVES}/${id}`, { headers, signal: bench.signal });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a read was answered with ${answer.status}`);
    lags.push(performance.now() - at);
    await sleep(PAUSE_MS);
  }
  return lags;
}

async function lagsUntilTaken(
  bench: ClusterBench,
  { one, two, saves }: Between,
): Promise<number[]> {
  const { position: first } = await save(bench, one);
  const stream = await follow(bench, two, first);
  const acknowledged = new Map<number, number>();
  try {
    for (let n = 0; n < saves; n += 1) {
      const { position, at } = await save(bench, one);
      acknowledged.set(position, at);
      await sleep(PAUSE_MS);
    }
    const last = Math.max(...acknowledged.keys());
    while (!stream.seen.has(last)) await sleep(PAUSE_MS, undefined, { signal: bench.signal });
  } finally {
    stream.stop();
  }
  // It may have come there before the answer came here.
  return [...acknowledged].map(([position, at]) =>
    Math.max(0, (stream.seen.get(position) ?? Number.NaN) - at),
  );
}

/** Follows the events of a node. `seen` tells when each came, by its position. */
async function follow({ vault, signal }: ClusterBench, url: string, after: number) {
  const ends = new AbortController();
  const answer = await fetch(`${url}/admin/events?after=${after}`, {
    headers: { accept: 'text/event-stream', 'x-admin-key': vault.adminKey },
    signal: AbortSignal.any([signal, ends.signal]),
  });
  if (!answer.ok || !answer.body) throw new Error(`the events were answered with ${answer.status}`);
  const seen = new Map<number, number>();
  const { body } = answer;
  const read = async () => {
    for await (const chunk of body) {
      const now = performance.now();
      for (const [, id] of Buffer.from(chunk)
        .toString()
        .matchAll(/^id: (\d+)/gm))
        seen.set(Number(id), now);
    }
  };
  // It ends when it is stopped.
  void read().catch(() => {});
  return { seen, stop: () => ends.abort() };
}

/** `at` is the moment of the acknowledgement. */
async function save({ body, signal }: ClusterBench, url: string) {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: body(), signal };
  const answer = await fetch(url + SAVES, init);
  const at = performance.now();
  if (!answer.ok) throw new Error(`a save was answered with ${answer.status}`);
  const { id } = (await answer.json()) as { readonly id: string };
  return { position: Number(answer.headers.get('x-log-position')), id, at };
}

function percentilesOf(
  p50: ClusterWhat,
  p99: ClusterWhat,
  rounds: readonly (readonly number[])[],
): ClusterFigure[] {
  const sorted = rounds.map((times) => [...times].sort((a, b) => a - b));
  const of = (percent: number) => sorted.map((times) => percentile(times, percent));
  return [
    { what: p50, values: of(50) },
    { what: p99, values: of(99) },
  ];
}

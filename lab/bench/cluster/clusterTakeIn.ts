import { statSync } from 'node:fs';
import { takeInAlone } from '../jobs/takeInAlone.js';
import { measure } from '../load/measure.js';
import { type ClusterBench, fileOf, SAVES } from './clusterBench.js';
import type { ClusterFigure } from './clusterFigure.js';

/**
 * Times how fast a copy is made, alone and with read models in a node that starts from nothing, and how fast a node catches up
 * with what was saved while it was stopped. Two nodes have to run.
 */
export async function clusterTakeIn(bench: ClusterBench): Promise<ClusterFigure[]> {
  const { quick, signal, vault } = bench;
  const [rounds, backlog] = quick ? [1, 2000] : [3, 20_000];
  const [first, second] = [...bench.nodes.keys()];
  if (first === undefined || second === undefined) throw new Error('it needs two nodes');
  for (const name of [...bench.nodes.keys()].slice(1)) await bench.stopNode(name);
  const before = await endOf(bench);
  while ((await endOf(bench)) - before < backlog) await save(bench, 2);
  const caughtUp = await startTime(bench, second);
  const events = await endOf(bench);
  const catchUp = ((events - before) * 1000) / caughtUp;
  bench.say(`${events - before} events of a stop: ${Math.round(catchUp)}/s`);

  const alone: number[] = [];
  const fromNothing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const directory = bench.newDirectory();
    alone.push(await takeInAlone.run({ directory, log: vault.log }, { signal }));
    const name = `fresh-${round + 1}`;
    fromNothing.push((events * 1000) / (await startTime(bench, name)));
    await bench.stopNode(name);
    bench.say(
      `take in ${Math.round(alone[round] ?? 0)}/s, with read models ${Math.round(fromNothing[round] ?? 0)}/s`,
    );
  }
  const bytes = await postgresBytes(bench);
  const sizeOf = (file: string) => statSync(fileOf(bench, 'fresh-1', file)).size / events;
  return [
    { what: 'take in', values: alone },
    { what: 'copy and build from nothing', values: fromNothing },
    { what: 'catch up after a stop', values: [catchUp] },
    { what: 'bytes of an event in PostgreSQL', values: [bytes / events] },
    { what: 'bytes of an event in a copy', values: [sizeOf('log.db')] },
    { what: 'bytes of an event in read models', values: [sizeOf('views.db')] },
  ];
}

/** Milliseconds until a node is ready: its process has started, and its copy and its read models have all events. */
async function startTime(bench: ClusterBench, name: string): Promise<number> {
  const start = performance.now();
  await bench.startNode(name);
  return performance.now() - start;
}

async function save({ nodes, body, signal }: ClusterBench, seconds: number): Promise<void> {
  const [node] = nodes.values();
  if (!node) throw new Error('no node runs');
  const next = () => ({ path: SAVES, body: body() });
  await measure({ url: node.url, method: 'POST', connections: 256, seconds, next, signal });
}

async function endOf({ vault }: ClusterBench): Promise<number> {
  const [row] = await vault.primary().sql('SELECT position FROM vault.head', 'vault');
  return Number(row?.position);
}

async function postgresBytes({ vault }: ClusterBench): Promise<number> {
  const [row] = await vault.primary().sql(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
      WHERE relnamespace = 'vault'::regnamespace AND relkind = 'r'`,
    'vault',
  );
  return Number(row?.bytes);
}

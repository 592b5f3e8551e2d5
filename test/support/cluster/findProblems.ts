import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkHistory } from './checkHistory.js';
import { checkViews } from './checkViews.js';
import type { Cluster, ClusterNode } from './cluster.js';
import { type History, operationsOf } from './history.js';
import { request } from './request.js';
import { rowsIn } from './rowsIn.js';
import { scrub } from './scrubbing.js';
import { checkHead, sharedRows } from './sharedRows.js';
import { wordsLeft } from './wordsLeft.js';

/** How long nodes may take to get ready and to catch up once nothing is wrong any more, in ms. */
const SETTLE_MS = 60_000;
const LOOK_MS = 100;
/** What the nodes may say of a fork. */
const FORKED = /"code":"log_forked"/;

/** Every promise that was broken, once all faults are mended and all clients have ended. Stops the nodes. */
export async function findProblems(
  cluster: Cluster,
  history: History,
  secrets: readonly string[],
): Promise<{ readonly events: number; readonly problems: readonly string[] }> {
  const { nodes } = cluster;
  if (secrets.length > 0) await scrub(cluster);
  const log = await sharedRows(cluster);
  const unsettled = await Promise.all(nodes.map((node) => untilSettled(node, log.length)));
  const gone = [...history.forgotten, ...secrets];
  const stopped = await Promise.all(nodes.map(stop));
  const problems = [
    ...history.broken,
    ...unsettled.flat(),
    ...nodes.flatMap((node) => (FORKED.test(node.output()) ? [`${node.name} forked`] : [])),
    ...(await checkHead(cluster, log)),
    ...checkHistory({
      operations: operationsOf(history, log),
      log,
      copies: Object.fromEntries(
        nodes.map(({ name, directory }) => [name, rowsIn(join(directory, 'log.db'))]),
      ),
    }),
    ...checkViews(nodes, log.length),
    ...wordsLeft(nodes, gone),
    ...stopped.flat(),
  ];
  return { events: log.length, problems };
}

/** Waits until a node is ready, has the whole log, and has wiped its files. Says what it lacks after that time. */
async function untilSettled(node: ClusterNode, last: number): Promise<string[]> {
  const headers = { 'x-min-position': String(last) };
  const late = performance.now() + SETTLE_MS;
  for (;;) {
    const ready = await request(node, { method: 'GET', path: '/readyz' });
    const asked = { method: 'GET', path: '/admin/log', headers, asOwner: true } as const;
    const head = await request(node, asked);
    if (ready?.status === 200 && isWiped(ready.body) && head?.body?.head === last) return [];
    if (performance.now() > late)
      return [
        `${node.name} does not settle: ${JSON.stringify(ready)}, ${JSON.stringify(head)}, the log has ${last} events`,
      ];
    await sleep(LOOK_MS);
  }
}

function isWiped(body: Readonly<Record<string, unknown>> | undefined): boolean {
  const { checks } = body ?? {};
  return (
    typeof checks === 'object' && checks !== null && 'erasure' in checks && checks.erasure === 'ok'
  );
}

async function stop(node: ClusterNode): Promise<string[]> {
  const code = await node.end('SIGTERM');
  return code === 0 ? [] : [`${node.name} ended with ${code}`];
}

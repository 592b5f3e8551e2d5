import { expect, onTestFinished, test } from 'vitest';
import { type Cluster, type ClusterOptions, startCluster } from '../support/cluster/cluster.js';
import type { NodeProcess } from '../support/cluster/nodeProcess.js';
import { request } from '../support/cluster/request.js';
import { eventually } from '../support/eventually.js';
import { awaitRow } from '../support/postgres/awaitRow.js';

// What a primary acknowledges without its standby is lost with it: nodes have to wait, or at least to notice.

async function clusterOf(options: ClusterOptions): Promise<Cluster> {
  const cluster = await startCluster(options);
  onTestFinished(() => cluster.stop());
  return cluster;
}

const nothing = () => undefined;

const saveOn = (node: NodeProcess, content: string) =>
  request(node, {
    method: 'POST',
    path: '/api/v1/observations',
    body: { title: 'a note', type: 'decision', content },
  });

test('nodes do not go on with a log that lost what was acknowledged', async () => {
  const cluster = await clusterOf({ nodes: 2, isSynchronous: false });
  const { pair, nodes } = cluster;
  const [one, two] = nodes;
  if (!one || !two) throw new Error('there are no nodes');
  expect((await saveOn(one, 'kept'))?.status).toBe(200);
  await pair.caughtUp();
  pair.replication.set('hangs');
  const lost = await saveOn(one, 'lost with the primary');
  expect(lost?.status).toBe(200);
  // The other node takes it in as well.
  const headers = { 'x-min-position': String(lost?.position) };
  const id = `/api/v1/observations/${lost?.body?.id}`;
  await eventually('the other node had it', async () =>
    expect((await request(two, { method: 'GET', path: id, headers }))?.status).toBe(200),
  );

  await pair.failOver(0);
  const [{ position } = {}] = await pair.sql('SELECT position::int FROM vault.head');
  expect(position).toBeLessThan(lost?.position ?? 0);
  for (const node of nodes) {
    await eventually('the node said that the log forked', () =>
      expect(node.output()).toContain('"code":"log_forked"'),
    );
    expect((await saveOn(node, 'after it'))?.status).toBe(503);
    expect((await request(node, { method: 'GET', path: id }))?.status).toBe(503);
    expect((await request(node, { method: 'GET', path: '/readyz' }))?.status).toBe(503);
  }
  expect(await pair.sql('SELECT position::int FROM vault.head')).toEqual([{ position }]);
});

/** What a node answers to a save whose commit is cancelled while it waits for a standby that does not answer. */
async function answerWithoutStandby(preload: readonly string[]) {
  const cluster = await clusterOf({ nodes: 1, preload });
  const { pair, nodes } = cluster;
  const [node] = nodes;
  if (!node) throw new Error('there is no node');
  // Its connection is there then: a new one would wait for the standby first.
  expect((await saveOn(node, 'kept'))?.status).toBe(200);
  pair.replication.set('hangs');
  const WAITS = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'`;
  const CONFIRMS = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'UPDATE vault.head%'`;
  const answer = saveOn(node, 'waits for the standby');
  await awaitRow(pair, WAITS);
  await pair.sql(WAITS.replace('pid', 'pg_cancel_backend(pid)'));
  // A node that does not believe the commit waits for the standby again, on a new connection.
  const isWaiting = awaitRow(pair, CONFIRMS).then(nothing, nothing);
  const first = await Promise.race([answer, isWaiting]);
  pair.replication.set('passes');
  return { first, answer: await answer };
}

test('a commit that did not wait for the standby is not acknowledged before it is there', async () => {
  const { first, answer } = await answerWithoutStandby([]);
  expect(first).toBeUndefined();
  expect(answer?.status).toBe(200);
});

test('a node that does not hear warnings would be noticed', async () => {
  const deaf = new URL('../support/cluster/deafToWarnings.mjs', import.meta.url).href;
  const { first } = await answerWithoutStandby([deaf]);
  expect(first?.status).toBe(200);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedReceivers } from '../../src/cluster/sharedReceivers.js';
import { TurnLost } from '../../src/hive/turn.js';
import { signedHeaders } from '../../src/webhooks/delivery.js';
import { begunAt } from '../../src/webhooks/queue.js';
import { cutNetwork } from '../support/cutNetwork.js';
import { eventually } from '../support/eventually.js';
import { MemoryControl } from '../support/memoryControl.js';
import { ADMIN, save } from '../support/notes.js';
import { givenPostgres } from '../support/postgres/givenPostgres.js';
import { type TestNode, testNode } from '../support/testNode.js';
import { receiver } from '../support/webhookReceiver.js';

const database = givenPostgres();
const HOOKS = '/admin/webhooks';
const ENV = { VAULT_WEBHOOK_HOSTS: '127.0.0.1' };
const headers = ADMIN;
const LEASE_MS = 30_000;

/** Two nodes of which the first one sends. What leads it to PostgreSQL can be cut. */
async function twoNodes() {
  const shared = await database();
  const network = await cutNetwork(shared.server.port);
  const url = shared.url().replace(String(shared.server.port), String(network.port));
  const one = await testNode(url, 'one', ENV);
  const two = await testNode(shared.url(), 'two', ENV);
  one.app.webhooks.start();
  const sender = () => shared.sql("SELECT holder FROM vault.leases WHERE name = 'webhooks sent'");
  await eventually('the first one sends', async () =>
    expect(await sender()).toEqual([{ holder: 'one' }]),
  );
  two.app.webhooks.start();
  /** Lets all that the first one holds run out. */
  const runOut = () =>
    shared.sql("UPDATE vault.leases SET until = '-infinity' WHERE holder = 'one'");
  return { one, two, network, sender, runOut };
}

const add = async (node: TestNode, url: string) => {
  const added = await node.call('POST', HOOKS, { headers, payload: { url } });
  expect(added.statusCode, added.body).toBe(201);
  return added.json();
};
const list = async (node: TestNode) => (await node.call('GET', HOOKS, { headers })).json();

const titlesOf = (got: readonly { readonly id: string; readonly body: string }[]): string[] =>
  got.map(({ body }) => JSON.parse(body).data?.title ?? null);

test('what another node adds is sent by the one whose turn it is, and each shows how far it is', async () => {
  const { one, two } = await twoNodes();
  const { url, got } = await receiver();
  const { id } = await add(two, url);
  for (const node of [one, two, one]) await save(node);
  await eventually('all came and are settled', async () => {
    expect(got).toHaveLength(3);
    for (const node of [one, two])
      expect(await list(node)).toMatchObject([{ id, url, state: 'sending', lag: 0, failed: [] }]);
  });
});

test('when a node is lost midway, the next one goes on: nothing is lost, and nothing comes first out of order', async () => {
  const { one, two, network, sender, runOut } = await twoNodes();
  let goOn: () => void = () => {};
  const { url, got } = await receiver((nth) =>
    nth === 3 ? new Promise((done) => (goOn = () => done(204))) : 204,
  );
  const other = await receiver();
  await add(two, url);
  await add(one, other.url);
  const titles = Array.from({ length: 8 }, (_, i) => `note ${i}`);
  for (const title of titles.slice(0, 5)) await save(two, { title });
  await eventually('the third is on its way', () => {
    expect(got).toHaveLength(3);
    expect(other.got).toHaveLength(5);
  });
  network.cut();
  await runOut();
  await eventually('the other node sends', async () =>
    expect(await sender()).toEqual([{ holder: 'two' }]),
  );
  goOn();
  for (const title of titles.slice(5)) await save(two, { title });
  for (const taken of [got, other.got])
    await eventually('all came', () => expect([...new Set(titlesOf(taken))]).toEqual(titles));
  expect(got.length).toBeLessThanOrEqual(titles.length + 1);
  // The lost one sends nothing more, and follows when it is back.
  network.mend();
  await save(two, { title: 'the last' });
  await eventually('it is told of on both nodes', async () => {
    for (const node of [one, two]) expect(await list(node)).toMatchObject([{ lag: 0 }, { lag: 0 }]);
  });
  expect(titlesOf(other.got)).toEqual([...titles, 'the last']);
});

test('a node that stops is followed at once, and no retry has a text that another node forgot', async () => {
  const { one, two } = await twoNodes();
  const { url, got } = await receiver((nth) => (nth < 3 ? 503 : 204));
  const { id } = await add(one, url);
  const note = await save(one, { title: 'kept back' });
  const failed = async (failures: number) =>
    await eventually('it failed', async () =>
      expect(await list(two)).toMatchObject([{ state: 'failing', failures }]),
    );
  const retry = async () =>
    expect((await two.call('POST', `${HOOKS}/${id}/retry`, { headers })).statusCode).toBe(204);
  await failed(1);
  expect(titlesOf(got)).toEqual(['kept back']);
  await two.app.log.reach(1, 60_000);
  expect((await two.call('DELETE', `/api/v1/observations/${note}`)).statusCode).toBe(204);
  await retry();
  await failed(2);
  await one.stop();
  await retry();
  await eventually('all came', () => expect(got).toHaveLength(4));
  expect(titlesOf(got.slice(1)).filter(Boolean)).toEqual([]);
  expect(new Set(got.slice(0, 3).map(({ id }) => id)).size).toBe(1);
});

test('what another node renews is signed anew, and what it removes gets nothing more', async () => {
  const { two } = await twoNodes();
  const [removed, renewed] = [await receiver(), await receiver()];
  const gone = await add(two, removed.url);
  const { id, secret } = await add(two, renewed.url);
  await save(two, { title: 'first' });
  await eventually('both have it', () => {
    expect(removed.got).toHaveLength(1);
    expect(renewed.got).toHaveLength(1);
  });
  const rotated = (await two.call('POST', `${HOOKS}/${id}/rotate`, { headers })).json();
  expect(rotated.secret).not.toBe(secret);
  expect((await two.call('DELETE', `${HOOKS}/${gone.id}`, { headers })).statusCode).toBe(204);
  for (const title of ['second', 'third']) await save(two, { title });
  await eventually('the others came', () => expect(renewed.got).toHaveLength(3));
  expect(removed.got).toHaveLength(1);
  for (const { signature, timestamp, ...message } of renewed.got.slice(1))
    expect(signature).toBe(
      signedHeaders(message, rotated.secret, Number(timestamp) * 1000)['webhook-signature'],
    );
  expect((await two.call('POST', `${HOOKS}/${gone.id}/test`, { headers })).statusCode).toBe(404);
});

/** What two nodes keep together in memory. */
function inMemory() {
  const control = new MemoryControl(() => 0);
  const behind = new Set<string>();
  const node = (name: string) => {
    const freshen = async () => {
      if (behind.has(name)) throw new Error('it is behind');
    };
    return sharedReceivers(control.node(name), freshen, LEASE_MS);
  };
  /** Lets the turn of the node that has it run out. */
  const runOut = () => {
    const turn = control.leases.get('webhooks sent');
    if (turn) turn.until = -1;
  };
  return { control, behind, runOut, a: node('a'), b: node('b') };
}

const webhook = (id: string) => ({ id, url: `https://${id}.example/`, types: [], created_at: 0 });

test('of what several nodes change at once, nothing is lost', async () => {
  const { a, b } = inMemory();
  await Promise.all([a, b, a, b].map((node, i) => node.add(webhook(`w${i}`), i)));
  await Promise.all([a.renew('w0'), b.renew('w0'), a.retry('w1'), b.remove('w2'), b.setGone('w3')]);
  const kept = [...(await b.all())].sort((x, y) => x.id.localeCompare(y.id));
  expect(kept).toMatchObject([
    { id: 'w0', renewed: 2, retried: 0, progress: begunAt(0) },
    { id: 'w1', renewed: 0, retried: 1, progress: begunAt(1) },
    { id: 'w3', gone: true },
  ]);
});

test('a node keeps nothing once another one has the turn, which goes on where it was', async () => {
  const { runOut, a, b } = inMemory();
  await a.add(webhook('w'), 4);
  expect([await a.take(), await b.take()]).toEqual([1, undefined]);
  const failed = { position: 5, event: 'e', error: 'answered 500', at: 0 };
  await a.keep('w', begunAt(5), 0);
  a.recordFailed('w', failed);
  await a.keep('w', begunAt(6), 0);
  runOut();
  expect(await b.take()).toBe(1);
  await b.keep('w', begunAt(7), 0);
  await expect(Promise.resolve(a.keep('w', begunAt(7), 0))).rejects.toBeInstanceOf(TurnLost);
  expect(await a.take()).toBeUndefined();
  for (const node of [a, b]) {
    expect((await node.all())[0]?.progress).toEqual(begunAt(7));
    expect(await node.failedOf('w')).toEqual([failed]);
  }
});

test('a node that was asleep while another one sent goes on where that one was', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { runOut, a, b } = inMemory();
  await a.add(webhook('w'), 4);
  await a.take();
  await a.keep('w', begunAt(5), 0);
  runOut();
  await b.take();
  await b.keep('w', begunAt(9), 0);
  runOut();
  vi.advanceTimersByTime(LEASE_MS);
  expect(await a.take()).toBe(2);
  expect((await a.all())[0]?.progress).toEqual(begunAt(9));
});

test('a retry that was asked for while nobody sent ends the wait of the next sender', async () => {
  const { runOut, a, b } = inMemory();
  await a.add(webhook('w'), 4);
  await a.take();
  const waiting = { ...begunAt(5), failing_since: 1, failures: 1, next_try_at: 99 };
  await a.keep('w', waiting, 0);
  runOut();
  await a.retry('w');
  await b.take();
  expect((await b.all())[0]?.progress).toEqual({ ...waiting, next_try_at: null });
});

test('a node that cannot follow the log lets its turn run out', async () => {
  const { behind, runOut, a, b } = inMemory();
  expect(await a.take()).toBe(1);
  behind.add('a');
  runOut();
  await a.take();
  expect(await b.take()).toBe(1);
});

test('a node that is cut off says so, and changes nothing', async () => {
  const { control, a, b } = inMemory();
  await a.add(webhook('w'), 0);
  control.cutOff.add('b');
  for (const ask of [() => b.all(), () => b.remove('w')])
    await expect(Promise.resolve(ask())).rejects.toMatchObject({ code: 'not_ready' });
  expect(await b.take()).toBeUndefined();
  expect(await a.all()).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { rulesOf } from '../../src/hive/hive.js';
import { hiveWorker } from '../../src/hive/hiveWorker.js';
import { alwaysOurs } from '../../src/hive/turn.js';
import { instanceOf } from '../../src/hive/wire.js';
import { testClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import {
  HIVE_KEY,
  type Hub,
  issueKey,
  pusher,
  received,
  settingsFor,
  startHub,
} from '../support/hub.js';
import { ADMIN, save } from '../support/notes.js';
import { testApp } from '../support/testApp.js';

/** A vault that uses a hub with a key. */
async function memberOf(hub: Hub, key: string, env: Record<string, string> = {}) {
  const app = await testApp({ VAULT_HIVE_URL: hub.url, VAULT_HIVE_KEY: key, ...env });
  const client = await testClient(app);
  const names = env.VAULT_HIVE_NAMES === '1';
  const push = await pusher(app, hub.url, { key, names });
  const titlesIn = async (project: string) => {
    const found = await client.call('GET', `/api/v1/search?q=note&cloud=1&project=${project}`);
    expect(found.headers).not.toHaveProperty('x-hive');
    return found.json().map(({ title }: { title: string }) => title);
  };
  return { app, client, push, titlesIn };
}

test.each([
  ['without a shared key', {}],
  ['with a shared key', { VAULT_HIVE_INGEST_KEY: HIVE_KEY }],
])('members with keys of their own find each other’s notes by project, %s', async (_how, env) => {
  const app = await testApp(env);
  const client = await testClient(app);
  const url = await client.server.listen({ port: 0, host: '127.0.0.1' });
  const hub = { app, client, url };
  const ada = await memberOf(hub, (await issueKey(hub, { name: 'ada' })).key);
  const bob = await memberOf(hub, (await issueKey(hub, { name: 'bob' })).key);
  await save(ada.client, { title: 'of ada', content: 'note', project: 'checkout' });
  await save(bob.client, { title: 'of bob', content: 'note', project: 'checkout' });
  await ada.push.pushAll();
  await bob.push.pushAll();
  expect(await ada.titlesIn('checkout')).toEqual(['of ada', 'of bob']);
  expect(await bob.titlesIn('checkout')).toEqual(['of bob', 'of ada']);
  expect(await bob.titlesIn('another')).toEqual([]);
  ada.push.close();
  bob.push.close();
});

test('a member that moves from the shared key to its own finds what was pushed before', async () => {
  const hub = await startHub();
  const old = await memberOf(hub, HIVE_KEY);
  await save(old.client, { title: 'from before', content: 'note', project: 'checkout' });
  await old.push.pushAll();
  const bob = await memberOf(hub, (await issueKey(hub, { name: 'bob' })).key);
  expect(await bob.titlesIn('checkout')).toEqual(['from before']);
  await save(bob.client, { title: 'of bob', content: 'note', project: 'checkout' });
  await bob.push.pushAll();
  expect(await old.titlesIn('checkout')).toEqual(['from before', 'of bob']);
  old.push.close();
  bob.push.close();
});

test('plain names are kept apart from those of the hub, and members find each other by them', async () => {
  const hub = await startHub();
  const plain = { VAULT_HIVE_NAMES: '1' };
  const ada = await memberOf(hub, (await issueKey(hub, { name: 'ada' })).key, plain);
  const bob = await memberOf(hub, (await issueKey(hub, { name: 'bob' })).key, plain);
  const about = { content: 'note', project: 'checkout', team: 'payments', author: 'the-owner' };
  await save(hub.client, { title: 'of the hub', ...about });
  await save(ada.client, { title: 'of ada', ...about });
  await ada.push.pushAll();
  expect(await bob.titlesIn('checkout')).toEqual(['of ada']);
  expect(await received(hub)).toMatchObject([
    { project: 'checkout', team: 'payments', author: 'the-owner', title: 'of ada' },
  ]);
  const read = async (url: string) => JSON.stringify((await hub.client.call('GET', url)).json());
  for (const url of [
    '/api/v1/context/checkout',
    '/api/v1/timeline/checkout',
    '/api/v1/search?q=note&project=checkout',
    '/api/v1/search?q=note&team=payments',
    '/api/v1/search?q=note&author=the-owner',
  ]) {
    expect(await read(url), url).toContain('of the hub');
    expect(await read(url), url).not.toContain('of ada');
  }
  expect(await read('/api/v1/search?q=note&project=hive:checkout')).toContain('of ada');
  ada.push.close();
  bob.push.close();
});

test('the worker of a revoked member waits, and its status says that the key was refused', async () => {
  const hub = await startHub();
  const { id, key } = await issueKey(hub, { name: 'ada' });
  const { status, save: saved, close } = await workingMember(hub, key);
  await hub.client.call('DELETE', `/admin/hive/members/${id}`, { headers: ADMIN });
  await saved();
  expect(await status()).toMatchObject({
    state: 'backoff',
    reason: expect.stringContaining('wrong or was revoked. Ask the owner of the hub for a new key'),
    last_error: 'HTTP 401 invalid_hive_key',
    consecutive_failures: 1,
    pending: 1,
  });
  await close();
});

test('the worker of a vault with the key of another one waits, and its status names its vault', async () => {
  const hub = await startHub();
  const { key } = await issueKey(hub, { name: 'ada', origin: 'c'.repeat(32) });
  const { app, status, save: saved, close } = await workingMember(hub, key);
  await saved();
  expect(await status()).toMatchObject({
    state: 'backoff',
    reason: expect.stringContaining(`for this origin, ${await instanceOf(app.log)}`),
    last_error: 'HTTP 403 forbidden',
  });
  await close();
});

/** A member whose worker runs on a simulated clock. */
async function workingMember(hub: Hub, key: string) {
  const app = await testApp();
  const client = await testClient(app);
  const settings = settingsFor(hub.url, { key });
  const { client: hive, ledger } = await pusher(app, hub.url, { key });
  const clock = new SimulatedClock();
  const worker = hiveWorker({
    turn: alwaysOurs,
    log: app.log,
    ledger,
    clock,
    client: hive,
    interval: settings.interval,
    rules: rulesOf(settings, app.log, app.filter),
    now: () => clock.now(),
    random: () => 0.5,
    onError(error) {
      throw error;
    },
  });
  return {
    app,
    status: worker.status,
    /** Saves a note, and gives the worker the time to push it. */
    async save() {
      await save(client, { content: 'note' });
      worker.start();
      clock.increment(1000);
      await eventually('the push was over', async () =>
        expect((await worker.status()).state).not.toBe('pushing'),
      );
    },
    close: () => worker.close(),
  };
}

import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { openNote, readVerifierKey } from '../../src/proof/signingKey.js';
import { cutNetwork } from '../support/cutNetwork.js';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/filesWith.js';
import { lateFilter, leak, redactAll, SECRET } from '../support/leakyVault.js';
import { ADMIN } from '../support/notes.js';
import { givenPostgres, type TestDatabase } from '../support/postgres/givenPostgres.js';
import { saveNote } from '../support/saveNote.js';
import { loggedIn, me } from '../support/team.js';
import { testConfig } from '../support/testApp.js';
import { pathsWith, type TestNode, testNode } from '../support/testNode.js';

const database = givenPostgres();
const SAVES = '/api/v1/observations';

const note = (title: string) => ({ type: 'task', project: 'p', title, content: `about ${title}` });

/** Saves through the API; gives the answer and the position of its event. */
async function saved(node: TestNode, title: string, headers: Record<string, string> = {}) {
  const answer = await node.call('POST', SAVES, { payload: note(title), headers });
  return { answer, id: answer.json().id, at: String(answer.headers['x-log-position']) };
}

const reading = (node: TestNode, id: string, at: string) =>
  node.call('GET', `${SAVES}/${id}`, { headers: { 'x-min-position': at } });

/** The same once the node has that event, however long that takes. */
async function readingThere(node: TestNode, id: string, at: string) {
  await node.app.log.reach(Number(at), 60_000);
  return await reading(node, id, at);
}

/** Waits until a node answers a request with such a status. */
const untilStatus = (expected: number, ask: () => Promise<{ statusCode: number }>) =>
  eventually(`the answer was ${expected}`, async () =>
    expect((await ask()).statusCode).toBe(expected),
  );

test('what one node saves, another one shows to whoever has its position', async () => {
  const shared = await database();
  const nodes = [await testNode(shared.url(), 'one'), await testNode(shared.url(), 'two')];
  for (const [i, node] of nodes.entries()) {
    const { id, at } = await saved(node, `note ${i}`);
    const other = nodes[1 - i] as TestNode;
    expect((await readingThere(other, id, at)).json().title).toBe(`note ${i}`);
  }
  const [one] = nodes as [TestNode];
  const { id } = await saved(one, 'the last');
  expect((await reading(one, id, '99')).statusCode).toBe(503);
});

test('a request that is sent again to another node is answered as the first time', async () => {
  const shared = await database();
  const [one, two] = [await testNode(shared.url(), 'one'), await testNode(shared.url(), 'two')];
  const key = { 'idempotency-key': 'k' };
  const [first, again] = [await saved(one, 'once', key), await saved(two, 'once', key)];
  expect(again.id).toBe(first.id);
  expect((await two.app.log.head()).position).toBe(1);
});

test('what is forgotten on one node is in no file of any node when that is answered', async () => {
  const shared = await database();
  const [one, two] = [await testNode(shared.url(), 'one'), await testNode(shared.url(), 'two')];
  const { id, at } = await saved(one, 'unforgettable');
  expect((await readingThere(two, id, at)).statusCode).toBe(200);
  const [here, there] = [one, two].map(({ app }) => app.config.dataDir) as [string, string];
  expect(filesWith(there, 'unforgettable')).not.toEqual([]);
  const headers = { ...ADMIN, prefer: 'wait=60' };
  const forgotten = await one.call('DELETE', `${SAVES}/${id}`, { headers });
  expect(forgotten.statusCode, forgotten.body).toBe(204);
  expect([...filesWith(here, 'unforgettable'), ...filesWith(there, 'unforgettable')]).toEqual([]);
});

test('what is redacted on one node is shown by none, and is in no file of any', async () => {
  const shared = await database();
  const { filter, learn } = lateFilter();
  const one = await testNode(shared.url(), 'one', {}, { filter });
  const two = await testNode(shared.url(), 'two', {}, { filter });
  const paths = await leak(one.app);
  const { position: leaked } = await one.app.log.head();
  expect(await two.app.readModels.waitFor(leaked, 60_000)).toBe(true);
  expect(await pathsWith(two, paths, SECRET)).toEqual(paths);
  learn();
  const end = await redactAll(one.app);
  expect(await two.app.log.reach(end, 60_000)).toBe(true);
  expect(await pathsWith(two, paths, SECRET)).toEqual([]);
  expect(await one.app.wiper.wipe(end, 60_000)).toBe(true);
  expect(filesWith(two.app.config.dataDir, SECRET)).toEqual([]);
  await eventually('all was redacted', async () =>
    expect(await pathsWith(two, paths, 'REDACTED')).toHaveLength(paths.length),
  );
});

/** Two nodes, and the headers of a login that was just made on the first. */
async function nodesWithALogin() {
  const shared = await database();
  const session = { VAULT_AUTH: 'session' };
  const one = await testNode(shared.url(), 'one', session);
  const two = await testNode(shared.url(), 'two', session);
  const { headers } = await loggedIn(one);
  return { one, two, headers };
}

test('a login that is revoked on one node is none on another', async () => {
  const { one, two, headers } = await nodesWithALogin();
  await two.app.log.reach((await one.app.log.head()).position, 60_000);
  expect((await me(two, headers)).statusCode).toBe(200);
  expect((await one.call('DELETE', '/auth/session', { headers })).statusCode).toBeLessThan(300);
  await untilStatus(401, () => me(two, headers));
});

test('a login that was just made on one node is known on another, and one that nobody made is refused', async () => {
  const { two, headers } = await nodesWithALogin();
  expect((await me(two, headers)).statusCode).toBe(200);
  // More than once: a look that the node makes by itself may come at the same time.
  for (let i = 0; i < 5; i++)
    expect((await me(two, { 'x-session-token': 'a'.repeat(64) })).statusCode).toBe(401);
});

test('a node that cannot reach the log refuses saves at once, and reads after VAULT_MAX_LAG', async () => {
  const shared = await database();
  const network = await cutNetwork(shared.server.port);
  const url = shared.url().replace(String(shared.server.port), String(network.port));
  const one = await testNode(url, 'one', { VAULT_MAX_LAG: '3s' });
  const { id } = await saved(one, 'before');
  const get = (path: string) => one.call('GET', path, { headers: ADMIN });
  network.cut();
  await untilStatus(503, () => get('/readyz'));
  await untilStatus(503, () => get(`${SAVES}/${id}`));
  for (const path of ['/healthz', '/metrics']) expect((await get(path)).statusCode).toBe(200);
  expect((await get('/readyz')).body).toContain('shared_log_unreachable');
  expect((await saved(one, 'meanwhile')).answer.statusCode).toBe(503);
  network.mend();
  await untilStatus(200, () => get('/readyz'));
  expect((await saved(one, 'after')).answer.statusCode).toBe(200);
  expect((await one.app.log.head()).position).toBe(2);
});

/** Has PostgreSQL lose its last event, as a restored backup would. */
const loseLast = ({ sql }: TestDatabase) =>
  sql(`ALTER TABLE vault.events DISABLE TRIGGER ALL;
    DELETE FROM vault.events WHERE position = (SELECT position FROM vault.head);
    DELETE FROM vault.payloads WHERE position = (SELECT position FROM vault.head);
    ALTER TABLE vault.events ENABLE TRIGGER ALL;
    UPDATE vault.head SET (position, hash, at) =
      (SELECT position, hash, at FROM vault.events ORDER BY position DESC LIMIT 1)`);

test('a node that has more than the shared log answers nothing, starts no more, and is made anew when told to', async () => {
  const shared = await database();
  const one = await testNode(shared.url(), 'one');
  const two = await testNode(shared.url(), 'two');
  const { id } = await saved(one, 'kept');
  const lost = await saved(one, 'lost');
  expect((await readingThere(two, lost.id, lost.at)).statusCode).toBe(200);
  await loseLast(shared);
  for (const node of [one, two]) {
    await untilStatus(503, () => node.call('GET', `${SAVES}/${id}`));
    expect((await node.call('GET', '/readyz')).body).toContain('log_forked');
    expect((await saved(node, 'more')).answer.statusCode).toBe(503);
  }
  const dataDir = one.app.config.dataDir;
  await one.stop();
  const again = { VAULT_DATA_DIR: dataDir };
  await expect(testNode(shared.url(), 'one', again)).rejects.toMatchObject({ code: 'log_forked' });
  const anew = await testNode(shared.url(), 'one', again, { acceptLoss: true });
  expect((await anew.app.log.head()).position).toBe(1);
  expect((await anew.call('GET', `${SAVES}/${lost.id}`)).statusCode).toBe(404);
  expect(filesWith(dataDir, 'about lost').some((name) => name.startsWith('log.db.forked-'))).toBe(
    true,
  );
});

test('a node with other secrets, and a vault with a log of its own, are refused at the start', async () => {
  const shared = await database();
  const one = await testNode(shared.url(), 'one');
  const other = { VAULT_TOKEN_SECRET: 'another token secret' };
  await expect(testNode(shared.url(), 'two', other)).rejects.toMatchObject({
    code: 'secret_differs',
    setting: 'VAULT_TOKEN_SECRET',
  });
  await saveNote(one.app, { title: 'of all' });
  await one.stop();
  const alone = { VAULT_DATA_DIR: one.app.config.dataDir };
  await expect(openApp(testConfig(alone))).rejects.toMatchObject({ code: 'log_is_copy' });
});

test('two processes that run as one node are noticed at the start of the second', async () => {
  const shared = await database();
  const one = await testNode(shared.url(), 'twin');
  await expect(testNode(shared.url(), 'twin')).rejects.toMatchObject({ code: 'node_name_taken' });
  await one.stop();
  const reporting = () =>
    shared.sql("SELECT name FROM vault.nodes WHERE seen > '-infinity'", 'postgres');
  expect(await reporting()).toEqual([]);
  const next = await testNode(shared.url(), 'twin');
  await saved(next, 'under the free name');
  await eventually('it reported under that name', async () =>
    expect(await reporting()).toEqual([{ name: 'twin' }]),
  );
});

test('nodes sign checkpoints with one key, each on top of the one before', async () => {
  const shared = await database();
  const [one, two] = [await testNode(shared.url(), 'one'), await testNode(shared.url(), 'two')];
  await saved(one, 'first');
  const first = await one.app.audit.checkpoint(1);
  const { at } = await saved(one, 'second');
  await two.app.log.reach(Number(at), 60_000);
  const second = await two.app.audit.checkpoint(2);
  const key = readVerifierKey(one.app.audit.key());
  expect(two.app.audit.key()).toBe(one.app.audit.key());
  expect([first, second].map((text) => openNote(text, key).split('\n')[1])).toEqual(['1', '2']);
});

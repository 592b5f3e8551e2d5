import { expect, test } from 'vitest';
import { dataFiles } from '../../../src/config/dataFiles.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { type Client, testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { filesWith } from '../../support/filesWith.js';
import { HIVE, HIVE_KEY, hiveItem, issueKey, received } from '../../support/hub.js';
import { ADMIN, UNKNOWN_SESSION } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const MEMBERS = '/admin/hive/members';
const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

async function vault(env: Record<string, string> = {}) {
  const app = await testApp(env);
  return { app, client: await testClient(app) };
}

const push = (client: Client, key: string, origin: string, events: readonly unknown[] = []) =>
  client.call('POST', '/v1/observations/batch', {
    payload: { origin, events },
    headers: { 'x-hive-key': key },
  });

const members = async (client: Client) =>
  (await client.call('GET', MEMBERS, { headers: ADMIN })).json();

const revoke = (client: Client, id: string) =>
  client.call('DELETE', `${MEMBERS}/${id}`, { headers: ADMIN });

test('a vault is a hub from the first key on, and shows the key once', async () => {
  const { client } = await vault();
  const health = (key: string) =>
    client.call('GET', '/v1/health', { headers: { 'x-hive-key': key } });
  const before = await health('x');
  expect(before.json()).toMatchObject({ status: 404, code: 'not_found' });
  expect(before.json().detail).toContain('POST /admin/hive/members');
  const { key, ...ada } = await issueKey({ client }, { name: 'ada' });
  expect(key).toMatch(new RegExp(`^mvh_${ada.id}_[0-9a-f]{64}_[0-9a-f]{64}$`));
  expect(ada).toEqual({
    id: expect.any(String),
    name: 'ada',
    created_at: '2026-11-20T09:30:00Z',
    origin: null,
  });
  expect(await members(client)).toEqual([ada]);
  expect((await health(key)).statusCode).toBe(200);
  const forged = key.replace(/_[0-9a-f]{64}_/, `_${'0'.repeat(64)}_`);
  for (const wrong of ['x', `${key}0`, forged, HIVE_KEY]) {
    expect((await health(wrong)).json()).toMatchObject({ status: 401, code: 'invalid_hive_key' });
  }
});

test('no file of the hub has a part of a key', async () => {
  const { app, client } = await vault();
  const { key } = await issueKey({ client }, { name: 'ada' });
  const [, , secret = '', names = ''] = key.split('_');
  await push(client, key, A);
  expect(filesWith(app.config.dataDir, secret)).toEqual([]);
  expect(filesWith(app.config.dataDir, names)).toEqual([]);
});

test('a key is bound to the first origin that is pushed with it, and refused for another one', async () => {
  const { app, client } = await vault();
  const { key, id } = await issueKey({ client }, { name: 'ada' });
  expect((await push(client, key, A, [hiveItem(1)])).json()).toMatchObject({ accepted: 1 });
  expect(await members(client)).toMatchObject([{ id, origin: A }]);
  const { position } = await app.log.head();
  const refused = await push(client, key, B, [hiveItem(2)]);
  expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(refused.json().detail).toMatch(new RegExp(`bound to the vault ${A} .* push for ${B}`));
  expect((await app.log.head()).position).toBe(position);
  expect((await push(client, key, A, [hiveItem(2)])).json()).toMatchObject({ accepted: 1 });
});

test('the log has who pushed a note, by the id of the member', async () => {
  const { app, client } = await vault();
  const { key, id } = await issueKey({ client }, { name: 'ada' });
  await push(client, key, A, [hiveItem(1)]);
  expect(await app.log.readAfter(0, 10)).toMatchObject([
    { type: 'hive.key_issued', meta: { actor: 'admin' }, data: { id, name: 'ada' } },
    { type: 'hive.key_bound', meta: { actor: `hive:${id}` }, data: { id, origin: A } },
    { type: 'observation.saved', meta: { actor: `hive:${id}` } },
  ]);
});

test('a member can neither revise nor retract the notes of another one', async () => {
  const { client } = await vault();
  const ada = await issueKey({ client }, { name: 'ada' });
  const mallory = await issueKey({ client }, { name: 'mallory' });
  await push(client, ada.key, A, [hiveItem(1)]);
  for (const note of [{ content: 'note of mallory' }, null]) {
    const refused = await push(client, mallory.key, A, [hiveItem(2, note)]);
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect(refused.json().detail).toContain(
      `${A} is bound to another key, that of member ${ada.id}`,
    );
  }
  const [hit] = (await client.call('GET', '/api/v1/search?q=note')).json();
  expect(hit).toMatchObject({ content: 'note at 1', origin: { instance: A } });
});

test('two first pushes at once for one origin bind one key', async () => {
  const { client } = await vault();
  const keys = [];
  for (const name of ['ada', 'bob']) keys.push((await issueKey({ client }, { name })).key);
  const answers = await Promise.all(keys.map((key) => push(client, key, A)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  const origins = (await members(client)).map(({ origin }: { origin: unknown }) => origin);
  expect(origins.sort()).toEqual([A, null]);
});

test('a revoked key is refused at once, its notes stay, and its name is in no file', async () => {
  const { app, client } = await vault();
  const { key, id } = await issueKey({ client }, { name: 'the-unmistakable-member' });
  await push(client, key, A, [hiveItem(1)]);
  expect((await revoke(client, id)).statusCode).toBe(204);
  const refused = await push(client, key, A, [hiveItem(2)]);
  expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_hive_key' });
  expect(refused.json().detail).toContain('was revoked');
  expect(await members(client)).toEqual([]);
  expect((await revoke(client, id)).json()).toMatchObject({ status: 404, code: 'not_found' });
  expect((await client.call('GET', '/api/v1/search?q=note')).json()).toHaveLength(1);
  expect(filesWith(app.config.dataDir, 'unmistakable')).toEqual([]);
});

test('a member is revoked and its name erased in one commit, and a replay knows no more than the revocation says', async () => {
  const { app, client } = await vault();
  const { id } = await issueKey({ client }, { name: 'ada' });
  const before = (await app.log.head()).position;
  await revoke(client, id);
  const events = await app.log.readAfter(before, 10);
  expect(events.map(({ type }) => type)).toEqual(['event.forgotten', 'hive.key_revoked']);
  expect(await app.log.readStream('hivemember/all')).toMatchObject([
    { type: 'hive.key_revoked', data: { id } },
  ]);
});

test('revoking answers 202 while a file still holds the name', async () => {
  const { app, client } = await vault();
  const { id } = await issueKey({ client }, { name: 'the-unmistakable-member' });
  const reader = openSqliteReader(dataFiles(app.config).log);
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM events');
  const headers = { ...ADMIN, prefer: 'respond-async' };
  const answer = await client.call('DELETE', `${MEMBERS}/${id}`, { headers });
  expect(answer.statusCode).toBe(202);
  expect(answer.json()).toEqual({ status: 'pending' });
  reader.db.close();
  await eventually('it is wiped', () => expect(app.wiper.pending()).toBe(false));
  expect(filesWith(app.config.dataDir, 'unmistakable')).toEqual([]);
});

test('the origin of a revoked key is not free: only a key that is issued for it can push there', async () => {
  const { client } = await vault();
  const lost = await issueKey({ client }, { name: 'ada' });
  await push(client, lost.key, A, [hiveItem(1)]);
  const payload = { name: 'ada', origin: A };
  const early = await client.call('POST', MEMBERS, { payload, headers: ADMIN });
  expect(early.json()).toMatchObject({ status: 409, code: 'conflict' });
  expect(early.json().detail).toContain(lost.id);
  await revoke(client, lost.id);
  const mallory = await issueKey({ client }, { name: 'mallory' });
  const refused = await push(client, mallory.key, A, [hiveItem(2)]);
  expect(refused.json()).toMatchObject({ status: 403 });
  expect(refused.json().detail).toContain('was bound to a key that was revoked');
  const { key, origin } = await issueKey({ client }, payload);
  expect(origin).toBe(A);
  expect((await push(client, key, A, [hiveItem(2)])).json()).toMatchObject({ accepted: 1 });
});

test('with the shared key, only origins that never had a key of their own are taken', async () => {
  const { client } = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  expect((await push(client, HIVE_KEY, A, [hiveItem(1)])).json()).toMatchObject({ accepted: 1 });
  const { key, id } = await issueKey({ client }, { name: 'ada', origin: A });
  expect((await push(client, key, A, [hiveItem(2)])).json()).toMatchObject({ accepted: 1 });
  const refused = () => push(client, HIVE_KEY, A, [hiveItem(3)]);
  expect((await refused()).json()).toMatchObject({ status: 403, code: 'forbidden' });
  await revoke(client, id);
  expect((await refused()).json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await push(client, HIVE_KEY, B, [hiveItem(3)])).json()).toMatchObject({ accepted: 1 });
  expect(await received({ client })).toHaveLength(2);
});

test('notes that came with the shared key are not taken over with a key that was issued for any vault', async () => {
  const { client } = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  await push(client, HIVE_KEY, A, [hiveItem(1)]);
  const mallory = await issueKey({ client }, { name: 'mallory' });
  const refused = await push(client, mallory.key, A, [hiveItem(2)]);
  expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(refused.json().detail).toContain('came here with the key that all vaults shared');
  expect(await received({ client })).toHaveLength(1);
  expect((await push(client, mallory.key, B, [hiveItem(2)])).json()).toMatchObject({ accepted: 1 });
  expect(await members(client)).toMatchObject([{ name: 'mallory', origin: B }]);
});

test('a vault that retracted all its notes is not taken over with a key that was issued for any vault', async () => {
  const { client } = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  await push(client, HIVE_KEY, A, [hiveItem(1), hiveItem(2, null)]);
  expect(await received({ client })).toHaveLength(0);
  const mallory = await issueKey({ client }, { name: 'mallory' });
  const refused = await push(client, mallory.key, A, [hiveItem(3)]);
  expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await received({ client })).toHaveLength(0);
  expect((await push(client, HIVE_KEY, A, [hiveItem(4)])).json()).toMatchObject({ accepted: 1 });
  expect((await push(client, mallory.key, B, [hiveItem(5)])).json()).toMatchObject({ accepted: 1 });
});

test('an Idempotency-Key of one member is no key of another', async () => {
  const { client } = await vault();
  const { key: ada } = await issueKey({ client }, { name: 'ada', origin: A });
  const { key: bob } = await issueKey({ client }, { name: 'bob', origin: B });
  const send = (key: string, origin: string, event: object) =>
    client.call('POST', '/v1/observations/batch', {
      payload: { origin, events: [event] },
      headers: { 'x-hive-key': key, 'idempotency-key': 'batch-1' },
    });
  expect((await send(ada, A, hiveItem(1))).json()).toMatchObject({ accepted: 1 });
  expect((await send(bob, B, hiveItem(2))).json()).toMatchObject({ accepted: 1 });
  expect((await send(ada, A, hiveItem(3))).json()).toMatchObject({ code: 'idempotency_mismatch' });
});

test('an item that was retracted since is skipped when its batch comes late or again', async () => {
  const { client } = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  const { key } = await issueKey({ client }, { name: 'ada', origin: A });
  const send = (batch: string, ...events: object[]) =>
    client.call('POST', '/v1/observations/batch', {
      payload: { origin: A, events },
      headers: { 'x-hive-key': key, 'idempotency-key': batch },
    });
  const first = () => send('one', hiveItem(1), hiveItem(2, {}, UNKNOWN_SESSION));
  expect((await first()).json()).toMatchObject({ accepted: 2 });
  expect((await send('two', hiveItem(3, null))).json()).toMatchObject({ accepted: 1 });
  expect((await first()).json()).toEqual({
    accepted: 1,
    skipped: [expect.any(String)],
    rejected: [],
  });
  expect(await received({ client })).toHaveLength(1);
});

test('VAULT_HIVE_SHARED_KEY=0 turns the shared key off, and names are hashed as before', async () => {
  const first = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  const ada = await issueKey(first, { name: 'ada' });
  await first.app.close();
  const { client } = await vault({
    VAULT_DATA_DIR: first.app.config.dataDir,
    VAULT_HIVE_INGEST_KEY: HIVE_KEY,
    VAULT_HIVE_SHARED_KEY: '0',
  });
  const refused = await client.call('GET', '/v1/health', { headers: HIVE });
  expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_hive_key' });
  expect(refused.json().detail).toContain('which this hub no longer accepts');
  const bob = await issueKey({ client }, { name: 'bob' });
  expect(bob.key.slice(-64)).toBe(ada.key.slice(-64));
  expect((await push(client, ada.key, A)).statusCode).toBe(200);
});

test('no key is issued that would hash names in another way than the keys in force', async () => {
  const first = await vault({ VAULT_HIVE_INGEST_KEY: HIVE_KEY });
  const ada = await issueKey(first, { name: 'ada' });
  await first.app.close();
  const { client } = await vault({ VAULT_DATA_DIR: first.app.config.dataDir });
  const payload = { name: 'bob' };
  const refused = await client.call('POST', MEMBERS, { payload, headers: ADMIN });
  expect(refused.json()).toMatchObject({ status: 409, code: 'conflict' });
  expect(refused.json().detail).toContain('VAULT_HIVE_INGEST_KEY');
  await revoke(client, ada.id);
  expect(await issueKey({ client }, payload)).toMatchObject({ name: 'bob' });
});

test.each([
  [{}, 400],
  [{ name: ' ' }, 400],
  [{ name: 'ada', origin: 'me' }, 400],
])('a key for %j is not issued', async (payload, status) => {
  const { app, client } = await vault();
  const refused = await client.call('POST', MEMBERS, { payload, headers: ADMIN });
  expect(refused.json()).toMatchObject({ status, code: 'invalid_payload' });
  expect((await app.log.head()).position).toBe(0);
});

test('a secret in the name of a member is not kept', async () => {
  const { client } = await vault();
  await issueKey({ client }, { name: 'ada password=hunter2hunter2' });
  expect(await members(client)).toMatchObject([{ name: 'ada password=[REDACTED]' }]);
});

import { expect, test } from 'vitest';
import { dataFiles } from '../../../src/config/dataFiles.js';
import { verify } from '../../../src/maintenance/verify.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note, UNKNOWN_SESSION } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';

const KEY = 'a-key-of-its-own';

const post = (client: Client, url: string, payload: object, key = KEY) =>
  client.call('POST', url, { payload, headers: { 'idempotency-key': key } });

const POSTS: readonly [string, object, object][] = [
  ['/api/v1/observations', note(), note({ title: 'Another' })],
  [
    '/api/v1/observations/batch',
    [note(), note({ title: 'B' })],
    [note({ title: 'C' }), note(), note({ title: 'D' })],
  ],
  ['/api/v1/sessions', { project: 'p', goal: 'g' }, { project: 'p', goal: 'h' }],
  ['/api/v1/prompts', { name: 'n', content: 'c' }, { name: 'n', content: 'd' }],
];

test.each(POSTS)('%s repeats the first answer for the same key and body', async (url, body) => {
  const app = await testApp();
  const client = await testClient(app);
  const first = await post(client, url, body);
  const before = await stateOf(app);
  const again = await post(client, url, body);
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['x-log-position']).toBe(first.headers['x-log-position']);
  expect(await stateOf(app)).toEqual(before);
});

test.each(POSTS)('%s refuses the same key with another body', async (url, body, other) => {
  const app = await testApp();
  const client = await testClient(app);
  await post(client, url, body);
  const before = await stateOf(app);
  const refused = await post(client, url, other);
  expect(refused.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  expect(await stateOf(app)).toEqual(before);
});

test.each(POSTS)('%s repeats the first answer after a restart', async (url, body) => {
  const app = await testApp();
  const first = await post(await testClient(app), url, body);
  await app.close();
  const reopened = await testApp({ VAULT_DATA_DIR: app.config.dataDir });
  const before = await stateOf(reopened);
  const again = await post(await testClient(reopened), url, body);
  expect(again.json()).toEqual(first.json());
  expect(await stateOf(reopened)).toEqual(before);
});

const ONE: readonly [string, object, (id: string) => string][] = [
  ['/api/v1/observations', note(), (id) => `/api/v1/observations/${id}`],
  ['/api/v1/sessions', { project: 'p', goal: 'g' }, (id) => `/api/v1/sessions/${id}`],
  ['/api/v1/prompts', { name: 'n', content: 'c' }, () => '/admin/prompts/n'],
];

test.each(ONE)('%s stores nothing again that was forgotten since', async (url, body, urlOf) => {
  const app = await testApp();
  const client = await testClient(app);
  const first = await post(client, url, body);
  await client.call('DELETE', urlOf(first.json().id), { headers: ADMIN });
  const before = await stateOf(app);
  const late = await post(client, url, body);
  expect(late.json()).toMatchObject({ status: 410, code: 'forgotten' });
  expect(await stateOf(app)).toEqual(before);
  await app.close();
  const reopened = await testApp({ VAULT_DATA_DIR: app.config.dataDir });
  expect((await post(await testClient(reopened), url, body)).statusCode).toBe(410);
  expect((await post(await testClient(reopened), url, body, 'another')).statusCode).toBe(200);
  expect(await verify({ logFile: dataFiles(app.config).log })).toMatchObject({ ok: true });
});

test('a forgotten note stays so for every key that led to it', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const body = note({ session_id: UNKNOWN_SESSION });
  const save = (key: string) => post(client, '/api/v1/observations', body, key);
  const { id } = (await save('one')).json();
  expect((await save('twin')).json()).toEqual({ deduplicated: true, existing_id: id });
  await client.call('DELETE', `/api/v1/observations/${id}`);
  for (const key of ['one', 'twin']) expect((await save(key)).json().code).toBe('forgotten');
  expect((await client.call('GET', '/api/v1/stats')).json().observations_total).toBe(0);
  expect(await verify({ logFile: dataFiles(app.config).log })).toMatchObject({ ok: true });
});

test('a repeated batch of which a note was forgotten since stores nothing and says so', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const url = '/api/v1/observations/batch';
  const notes = [note(), note({ title: 'B' })];
  const { id } = (await post(client, url, notes)).json().results[1];
  await client.call('DELETE', `/api/v1/observations/${id}`);
  const before = await stateOf(app);
  expect((await post(client, url, notes)).json()).toMatchObject({ status: 410, code: 'forgotten' });
  expect(await stateOf(app)).toEqual(before);
});

test('the first answer is repeated when it was that of a duplicate', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const body = note({ session_id: UNKNOWN_SESSION });
  await client.call('POST', '/api/v1/observations', { payload: body });
  const first = await post(client, '/api/v1/observations', body);
  expect(first.json().deduplicated).toBe(true);
  const before = await stateOf(app);
  expect((await post(client, '/api/v1/observations', body)).json()).toEqual(first.json());
  expect(await stateOf(app)).toEqual(before);
});

test('the first answer is repeated after later changes', async () => {
  const client = await testClient(await testApp());
  const started = await post(client, '/api/v1/sessions', { project: 'p' }, 's');
  const { id } = started.json();
  const saved = await post(
    client,
    '/api/v1/prompts',
    { name: 'n', content: 'c', tags: ['a'] },
    'p',
  );
  await client.call('PUT', `/api/v1/sessions/${id}`, { payload: { summary: 'done' } });
  await post(client, '/api/v1/prompts', { name: 'n', content: 'c', tags: ['b'] }, 'q');
  await post(client, '/api/v1/prompts', { name: 'n', content: 'd' }, 'r');
  const restarted = await post(client, '/api/v1/sessions', { project: 'p' }, 's');
  expect(restarted.json()).toEqual(started.json());
  const again = await post(
    client,
    '/api/v1/prompts',
    { name: 'n', content: 'c', tags: ['a'] },
    'p',
  );
  expect(again.json()).toEqual(saved.json());
});

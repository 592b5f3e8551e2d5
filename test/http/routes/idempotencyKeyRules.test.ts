import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const KEY = 'a-key-of-its-own';

const post = (client: Client, url: string, payload: object, key = KEY) =>
  client.call('POST', url, { payload, headers: { 'idempotency-key': key } });

test('concurrent retries store one event', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const retries = Array.from({ length: 20 }, () => post(client, '/api/v1/observations', note()));
  const ids = (await Promise.all(retries)).map((response) => response.json().id);
  expect(new Set(ids).size).toBe(1);
  expect((await app.log.head()).position).toBe(1);
});

test('a key belongs to one request, on any route', async () => {
  const client = await testClient(await testApp());
  await post(client, '/api/v1/observations', note());
  const refused = await post(client, '/api/v1/sessions', { project: 'p' });
  expect(refused.json().code).toBe('idempotency_mismatch');
});

test('a request that differs only in dry_run is another request', async () => {
  const client = await testClient(await testApp());
  await post(client, '/api/v1/observations', note());
  const refused = await post(client, '/api/v1/observations', note({ dry_run: true }));
  expect(refused.statusCode).toBe(422);
});

test('a dry run does not store its key', async () => {
  const client = await testClient(await testApp());
  await post(client, '/api/v1/observations', note({ dry_run: true }));
  const saved = await post(client, '/api/v1/observations', note());
  expect(saved.json()).toEqual({ id: expect.any(String) });
});

test('a refused request may be corrected and sent with the same key', async () => {
  const client = await testClient(await testApp());
  expect((await post(client, '/api/v1/observations', note({ title: '' }))).statusCode).toBe(400);
  expect((await post(client, '/api/v1/observations', note())).statusCode).toBe(200);
});

test.each(['!', '~'.repeat(255)])(
  'a key of 1 to 255 visible characters is accepted',
  async (key) => {
    const client = await testClient(await testApp());
    expect((await post(client, '/api/v1/observations', note(), key)).statusCode).toBe(200);
  },
);

test.each(['', 'two words', 'caf\u00e9', 'x'.repeat(256)])('%j is no key', async (key) => {
  const { app, ...client } = vault();
  const refused = await post(client, '/api/v1/observations', note(), key);
  expect(refused.statusCode).toBe(400);
  expect((await app.log.head()).position).toBe(0);
});

test('an interrupted batch can be sent again completely, and is closed after its answer', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const notes = Array.from({ length: 250 }, (_, i) => note({ title: `Note ${i}` }));
  const send = (payload: string) =>
    client.call('POST', '/api/v1/observations/batch', {
      payload,
      headers: { 'content-type': 'application/json', 'idempotency-key': KEY },
    });
  const whole = JSON.stringify(notes);
  expect((await send(whole.slice(0, -1))).statusCode).toBe(400);
  const cut = (await app.log.head()).position;
  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThan(250);
  const sent = await send(whole);
  expect(sent.json()).toMatchObject({ total: 250, stored: 250 });
  expect((await app.log.head()).position).toBe(250);
  expect((await send(whole)).json()).toEqual(sent.json());
  for (const other of [notes.slice(0, 200), [...notes, note()]]) {
    expect((await send(JSON.stringify(other))).statusCode).toBe(422);
  }
  expect((await app.log.head()).position).toBe(250);
});

test('different keys are different requests', async () => {
  const client = await testClient(await testApp());
  const first = await post(client, '/api/v1/observations', note(), 'key-1');
  const other = await post(client, '/api/v1/observations', note(), 'KEY-1');
  expect(other.json().id).not.toBe(first.json().id);
});

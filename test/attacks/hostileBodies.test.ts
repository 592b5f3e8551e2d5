import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { type Listening, listeningOn, request } from '../support/listening.js';
import { ADMIN, note } from '../support/notes.js';
import { sharedClient } from '../support/sharedClient.js';
import { stateOf } from '../support/stateOf.js';
import { testApp } from '../support/testApp.js';

const vault = sharedClient();
let exchange: Listening['exchange'];
beforeAll(async () => {
  ({ exchange } = await listeningOn(vault().server));
});

const OBSERVATIONS = '/api/v1/observations';
const JSON_TYPE = { 'content-type': 'application/json' };

test.each(['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'x-gzip', 'nonsense'])(
  'a body with Content-Encoding %s is refused and not decompressed',
  async (encoding) => {
    const { app, ...client } = vault();
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    const payload = gzipSync(JSON.stringify(note()));
    for (const url of [OBSERVATIONS, `${OBSERVATIONS}/batch`]) {
      for (const body of [payload, JSON.stringify(note())]) {
        const refused = await client.call('POST', url, { payload: body, headers });
        expect(refused.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      }
    }
    expect((await app.log.head()).position).toBe(0);
  },
);

test('a body with Content-Encoding identity is accepted', async () => {
  const client = await testClient(await testApp());
  const headers = { ...JSON_TYPE, 'content-encoding': 'Identity' };
  const answer = await client.call('POST', OBSERVATIONS, { payload: note(), headers });
  expect(answer.statusCode).toBe(200);
});

const deep = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const noteWith = (member: string) => `{"title":"a","content":"b","type":"task",${member}}`;

const BOMBS: Record<string, string> = {
  'arrays without end': '['.repeat(500_000),
  'arrays in arrays': deep(500_000),
  'objects in objects': deepObject(150_000),
  'a deep tag': noteWith(`"tags":[${deep(400_000)}]`),
  'a deep title': noteWith(`"title":${deep(400_000)}`),
  'a deep type': noteWith(`"type":${deepObject(100_000)}`),
  'many tags': noteWith(`"tags":[${Array.from({ length: 100_000 }, (_, i) => `"${i}"`)}]`),
  'many wrong tags': noteWith(`"tags":[${'1,'.repeat(400_000)}1]`),
  'a number without end': noteWith(`"session_id":${'9'.repeat(900_000)}`),
  'a key without end': `{"${'k'.repeat(900_000)}":1}`,
};

test.each(Object.entries(BOMBS))('%s: refused as bad input', async (_what, payload) => {
  const { app, ...client } = vault();
  for (const url of [OBSERVATIONS, '/api/v1/sessions', '/api/v1/prompts']) {
    const refused = await client.call('POST', url, { payload, headers: JSON_TYPE });
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
    expect(refused.body.length).toBeLessThan(50_000);
  }
  const batch = await client.call('POST', `${OBSERVATIONS}/batch`, {
    payload: payload.endsWith(']') ? payload : `[${payload}]`,
    headers: { ...JSON_TYPE, ...ADMIN },
  });
  expect([200, 400]).toContain(batch.statusCode);
  expect((await app.log.head()).position).toBe(0);
});

test('a deeply nested value is ignored in a field that only answers have, and refused in an unknown one', async () => {
  const client = await testClient(await testApp());
  const unknown = noteWith(`"extra":${deep(15_000)}`);
  const refused = await client.call('POST', OBSERVATIONS, { payload: unknown, headers: JSON_TYPE });
  expect(refused.json().errors).toMatchObject([{ path: '/extra' }]);
  const payload = noteWith(`"origin":${deep(15_000)},"dry_run":false`);
  for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'idempotency-key': 'deep' }]) {
    const answer = await client.call('POST', OBSERVATIONS, { payload, headers });
    expect(answer.statusCode).toBe(200);
  }
});

test.each([
  ['arrays in arrays', deep(400_000)],
  ['objects', `[${'{},'.repeat(300_000)}1]`],
  ['members', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`)}}`],
])(
  '%s in an unknown field are refused when there are too many to parse quickly',
  async (_what, extra) => {
    const { app, ...client } = vault();
    const payload = noteWith(`"extra":${extra}`);
    const refused = await client.call('POST', OBSERVATIONS, { payload, headers: JSON_TYPE });
    expect(refused.json()).toMatchObject({
      status: 400,
      code: 'invalid_payload',
      detail: 'body: must have at most 20000 JSON values',
    });
    expect((await app.log.head()).position).toBe(0);
  },
);

test('keys such as __proto__ are refused like other unknown keys', async () => {
  const client = await testClient(await testApp());
  const payload = noteWith(
    '"__proto__":{"admin":true,"project":"polluted"},"constructor":{"prototype":{"admin":true}},"prototype":{"x":1},"toString":1,"hasOwnProperty":1',
  );
  const refused = await client.call('POST', OBSERVATIONS, { payload, headers: JSON_TYPE });
  const pointers = refused.json().errors.map(({ path }: { path: string }) => path);
  expect(pointers.sort()).toEqual([
    '/__proto__',
    '/constructor',
    '/hasOwnProperty',
    '/prototype',
    '/toString',
  ]);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  const query = '__proto__[admin]=1&constructor[prototype][admin]=1&__proto__=x&limit=5';
  expect((await client.call('GET', `/api/v1/search?q=a&${query}`)).statusCode).toBe(400);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect((await client.call('GET', `/api/v1/context/${name}`)).json()).toEqual([]);
    expect((await client.call('GET', `/api/v1/prompts/${name}`)).statusCode).toBe(404);
    expect((await client.call('GET', `/api/v1/summary/${name}`)).json().observations_total).toBe(0);
  }
});

test('headers and parameters cannot override the request method', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await client.call('POST', OBSERVATIONS, { payload: note({ project: 'p' }) });
  const before = await stateOf(app);
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const headers = { [name]: 'PUT', ...ADMIN };
    const payload = { phase: 'spec' };
    for (const [url, read] of [
      ['/api/v1/sdd/p', 200],
      ['/api/v1/sdd/p?_method=PUT', 400],
    ] as const) {
      expect((await client.call('GET', url, { headers })).statusCode).toBe(read);
      expect((await client.call('POST', url, { headers, payload })).statusCode).toBe(405);
    }
  }
  expect(await stateOf(app)).toEqual(before);
});

test('headers that rewrite the path in some frameworks have no effect', async () => {
  const client = vault();
  const headers = { 'x-original-url': '/api/v1/stats', 'x-rewrite-url': '/api/v1/stats' };
  expect((await client.call('GET', '/nowhere', { headers })).statusCode).toBe(404);
  const forwarded = { 'x-forwarded-prefix': '/x', 'x-forwarded-host': 'evil.example' };
  const page = await client.call('GET', '/api/v1/timeline/p', { headers: forwarded });
  expect(JSON.stringify(page.headers)).not.toContain('evil.example');
});

test('a request with too many headers or endless headers is refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`x-${i}`, 'y']));
  const long = { 'x-long': 'y'.repeat(17_000) };
  const url = `GET /api/v1/search?q=${'x'.repeat(17_000)}`;
  for (const bytes of [
    request('GET /healthz', many),
    request('GET /healthz', long),
    request(url),
  ]) {
    const [refused] = await exchange(bytes);
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'payload_too_large' });
  }
});

test('a body over the limit is refused with and without Content-Length', async () => {
  const { app } = vault();
  const line = `POST ${OBSERVATIONS}`;
  const claimed = await exchange(request(line, { ...JSON_TYPE, 'Content-Length': '999999999999' }));
  expect(claimed.map(({ status }) => status)).toEqual([413]);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const chunked = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
  const endless = await exchange(request(line, chunked) + chunk.repeat(32));
  expect(endless.map(({ status }) => status)).toEqual([413]);
  expect((await app.log.head()).position).toBe(0);
});

test('over a real connection, a batch that is no array is told so', async () => {
  for (const rest of ['', 'x'.repeat(3_000_000)]) {
    const body = JSON.stringify({ rest });
    const [answer] = await exchange(request(`POST ${OBSERVATIONS}/batch`, JSON_TYPE, body));
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      code: 'invalid_payload',
      detail: 'body: must be a JSON array',
    });
  }
});

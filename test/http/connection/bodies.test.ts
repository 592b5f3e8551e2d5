import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const OBSERVATIONS = '/api/v1/observations';
const JSON_TYPE = 'application/json';

const post = (client: Client, payload: string | Buffer, type?: string) =>
  client.call('POST', OBSERVATIONS, { payload, headers: type ? { 'content-type': type } : {} });

const TEXT = JSON.stringify(note());

test.each([JSON_TYPE, 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
  'a body may be sent as %s',
  async (type) => {
    const client = await testClient(await testApp());
    expect((await post(client, TEXT, type)).statusCode).toBe(200);
  },
);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/xml',
  'application/x-ndjson',
  'application/problem+json',
  'text/plain; application/json',
  'nonsense',
])('a body sent as %s is refused', async (type) => {
  const { app, ...client } = vault();
  const refused = await post(client, TEXT, type);
  expect(refused.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  expect((await app.log.head()).position).toBe(0);
});

test('a body without a content type is refused', async () => {
  const client = vault();
  expect((await post(client, TEXT)).statusCode).toBe(415);
});

test.each(['', '{', '{"title":"a",}', "{'title':'a'}", 'title=a', '{"a":1}{"b":2}', 'NaN'])(
  '%j is not JSON',
  async (payload) => {
    const client = vault();
    const refused = await post(client, payload, JSON_TYPE);
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  },
);

test('a missing body is refused', async () => {
  const client = vault();
  const refused = await client.call('POST', OBSERVATIONS);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
});

test.each([
  ['a stray byte', '\xff'],
  ['a cut sequence', '\xe2\x82'],
  ['an overlong form', '\xc0\xaf'],
  ['an encoded surrogate', '\xed\xa0\x80'],
])('a body that is not UTF-8 is refused: %s', async (_what, bytes) => {
  const { app, ...client } = vault();
  const payload = Buffer.from(TEXT.replace('Some content.', bytes), 'latin1');
  const refused = await post(client, payload, JSON_TYPE);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  expect((await app.log.head()).position).toBe(0);
});

test('astral characters survive, escaped or not', async () => {
  const client = await testClient(await testApp());
  const payload = TEXT.replace('Some content.', '\\ud83e\\udd80 \u{1F980}');
  const { id } = (await post(client, payload, JSON_TYPE)).json();
  const got = await client.call('GET', `${OBSERVATIONS}/${id}`);
  expect(got.json().content).toBe('\u{1F980} \u{1F980}');
});

const padded = (bytes: number) => TEXT.padEnd(bytes, ' ');

test('a body of 1 MiB is accepted, and one byte more is refused', async () => {
  const app = await testApp();
  const client = await testClient(app);
  expect((await post(client, padded(1_048_576), JSON_TYPE)).statusCode).toBe(200);
  const refused = await post(client, padded(1_048_577), JSON_TYPE);
  expect(refused.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect((await app.log.head()).position).toBe(1);
});

test('VAULT_BODY_LIMIT sets another size', async () => {
  const client = await testClient(await testApp({ VAULT_BODY_LIMIT: '4194304' }));
  const payload = JSON.stringify(note({ content: '\u{1F980}'.repeat(524_288) }));
  expect((await post(client, payload, JSON_TYPE)).statusCode).toBe(200);
  expect((await post(client, padded(4_194_305), JSON_TYPE)).statusCode).toBe(413);
});

test.each(['/api/v1/sessions', '/api/v1/prompts'])('%s has the same limit', async (url) => {
  const client = await testClient(await testApp());
  const headers = { 'content-type': JSON_TYPE };
  const refused = await client.call('POST', url, { payload: padded(1_048_577), headers });
  expect(refused.statusCode).toBe(413);
});

test('a batch of 64 MiB is accepted, and one byte more is refused', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const headers = { 'content-type': 'application/x-ndjson' };
  const send = (payload: string) =>
    client.call('POST', `${OBSERVATIONS}/batch`, { payload, headers });
  const lines = `${padded(65_535)}\n`.repeat(1024);
  expect((await send(lines)).json()).toMatchObject({ total: 1024, stored: 1024 });
  expect((await send(`${lines} `)).json()).toMatchObject({ status: 413 });
  expect((await app.log.head()).position).toBe(1024);
});

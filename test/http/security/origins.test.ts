import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const OBSERVATIONS = '/api/v1/observations';

const vault = sharedClient();

async function saveFrom(headers: Record<string, string>, { app, ...client } = vault()) {
  const before = (await app.log.head()).position;
  const payload = note({ force: true });
  const answer = await client.call('POST', OBSERVATIONS, { payload, headers });
  return { answer, saved: (await app.log.head()).position - before };
}

const ELSEWHERE: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost:3000' },
  { origin: 'http://localhost:51730' },
  { origin: 'http://localhost:5173.evil.example' },
  { origin: 'https://localhost:5173' },
  { origin: 'HTTP://LOCALHOST:5173' },
  { origin: 'http://localhost:5173, https://evil.example' },
  { origin: 'http://127.0.0.1:7437', host: 'localhost:7437' },
  { origin: 'file://' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'nonsense' },
];

test.each(ELSEWHERE)('a page of another origin changes nothing: %j', async (headers) => {
  const { answer, saved } = await saveFrom(headers);
  expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden_origin' });
  expect(saved).toBe(0);
});

const OURS: readonly [Record<string, string>, Record<string, string>][] = [
  [{}, {}],
  [{ origin: 'http://localhost:5173' }, {}],
  [{ origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' }, {}],
  [{ origin: 'http://localhost:7437', host: 'localhost:7437' }, {}],
  [{ origin: 'https://[::1]:7437', host: '[::1]:7437' }, {}],
  [{ 'sec-fetch-site': 'same-origin' }, {}],
  [{ 'sec-fetch-site': 'none' }, {}],
  [{ origin: 'https://ui.example' }, { VAULT_CORS_ORIGIN: 'https://ui.example' }],
  [
    { origin: 'https://vault.example', host: 'vault.example' },
    { VAULT_ALLOWED_HOSTS: 'vault.example' },
  ],
];

test.each(OURS)('programs and pages of the allowed origin may save: %j', async (headers, env) => {
  const app = await testApp(env);
  const { answer, saved } = await saveFrom(headers, { app, ...(await testClient(app)) });
  expect(answer.statusCode).toBe(200);
  expect(saved).toBe(1);
});

test('every route that changes something refuses pages of other origins', async () => {
  const client = vault();
  const headers = { origin: 'https://evil.example' };
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const refused = await client.call(method, '/nowhere', { headers });
    expect(refused.json()).toMatchObject({ code: 'forbidden_origin' });
  }
});

test('a page of another origin may send reads, but the browser does not let it see the answer', async () => {
  const client = vault();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const answer = await client.call('GET', '/api/v1/status', { headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});

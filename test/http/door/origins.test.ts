import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
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

test('where a browser says nothing of the site, a page of another origin may send reads, and cannot see the answer', async () => {
  const { call } = vault();
  const headers = { origin: 'https://evil.example' };
  const answer = await call('GET', '/api/v1/status', { headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});
const READS = ['/api/v1/status', '/api/v1/search?q=x', '/metrics', '/admin/export'];
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

test.each(READS)(
  'a page of another origin gets no data, whether by a script, a picture or a link: %s',
  async (url) => {
    const { call } = vault();
    for (const site of ['cross-site', 'same-site', 'nonsense'])
      for (const more of [{}, NAVIGATION, { origin: 'https://evil.example' }, { origin: 'null' }]) {
        const headers = { ...ADMIN, 'sec-fetch-site': site, ...more };
        expect((await call('GET', url, { headers })).json()).toMatchObject({
          status: 403,
          code: 'forbidden_origin',
        });
        expect((await call('HEAD', url, { headers })).statusCode).toBe(403);
      }
  },
);

test.each<Record<string, string>>([
  {},
  { 'sec-fetch-site': 'none', ...NAVIGATION },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', ...NAVIGATION },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:5173' },
])(
  'programs, the address bar, the own page and that of the allowed origin get it: %j',
  async (more) => {
    const headers = { ...ADMIN, ...more };
    for (const url of READS)
      expect((await vault().call('GET', url, { headers })).statusCode).toBe(200);
  },
);

test.each(['/', '/docs', '/docs/guide', '/openapi.json', '/llms.txt', '/healthz', '/readyz'])(
  'a link from anywhere leads to what is no data: %s',
  async (url) => {
    const headers = { 'sec-fetch-site': 'cross-site', ...NAVIGATION };
    expect((await vault().server.inject({ url, headers })).statusCode).toBe(200);
  },
);

test('with VAULT_CORS_ORIGIN=none, no page but the own one may read or write, and no answer has headers for others', async () => {
  const client = await testClient(await testApp({ VAULT_CORS_ORIGIN: 'none' }));
  const origin = 'http://localhost:5173';
  const from = { origin, 'sec-fetch-site': 'same-site' };
  const read = await client.call('GET', '/api/v1/status', { headers: from });
  const saved = await client.call('POST', OBSERVATIONS, { payload: note(), headers: from });
  const asked = await client.server.inject({
    method: 'OPTIONS',
    url: OBSERVATIONS,
    headers: { ...from, 'access-control-request-method': 'POST' },
  });
  const named = await client.call('POST', OBSERVATIONS, {
    payload: note(),
    headers: { origin: 'none' },
  });
  const own = await client.call('GET', '/api/v1/status', {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const all = [read, saved, asked, named, own];
  expect(all.map(({ statusCode }) => statusCode)).toEqual([403, 403, 204, 403, 200]);
  for (const { headers } of all) expect(headers).not.toHaveProperty('access-control-allow-origin');
});

import { expect, test } from 'vitest';
import { ADMIN, note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

const vault = sharedClient();

const IN_A_QUERY = [
  'admin_key',
  'x-admin-key',
  'X-Admin-Key',
  'session_token',
  'x-session-token',
  'SESSION-TOKEN',
  'access_token',
  'token',
  'api_key',
  'apikey',
  'authorization',
  'bearer',
  'Bearer-Token',
  'hive_key',
  '%61dmin_key',
];

test.each(IN_A_QUERY)('?%s= is refused, and the message names the header to use', async (name) => {
  const { app, ...client } = vault();
  const query = `${name}=${ADMIN['x-admin-key']}`;
  for (const [method, url] of [
    ['GET', `/api/v1/stats?${query}`],
    ['GET', `/api/v1/search?q=x&${query}&${query}`],
    ['PUT', `/api/v1/sdd/p?${query}`],
    ['POST', `/api/v1/observations?${query}`],
    ['GET', `/nowhere?${query}`],
  ] as const) {
    const payload = method === 'PUT' ? { phase: 'spec' } : note();
    const refused = await client.call(method, url, { ...(method !== 'GET' && { payload }) });
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect(refused.json().detail).toMatch(
      /(X-(Admin-Key|Session-Token|Hive-Key)|Authorization) header/,
    );
    expect(refused.body).not.toContain(ADMIN['x-admin-key']);
  }
  expect((await app.log.head()).position).toBe(0);
});

test('no log line contains a credential, for any place in the request and any outcome', async () => {
  const SECRET = 'k9Zq-Xw3r7TuPlm2';
  const app = await testApp({ VAULT_LOG_LEVEL: 'trace' });
  const lines: string[] = [];
  const server = await testServer(app, { logStream: { write: (line) => void lines.push(line) } });
  app.search = () => Promise.reject(new Error('the search threads have ended'));
  const json = { 'content-type': 'application/json' };
  const requests = [
    { url: `/api/v1/stats?session_token=${SECRET}` },
    { url: `/api/v1/search?q=${SECRET}` },
    { url: `/${SECRET}?admin_key=${SECRET}` },
    { url: `/api/v1/observations/${SECRET}` },
    { url: `/api/v1/context/%zz${SECRET}` },
    { url: '/api/v1/stats', headers: { 'x-admin-key': SECRET } },
    { url: '/api/v1/stats', headers: { 'x-session-token': SECRET, cookie: `session=${SECRET}` } },
    { url: '/api/v1/stats', headers: { authorization: `Bearer ${SECRET}` } },
    { url: '/api/v1/stats', headers: { 'x-request-id': `${SECRET} ${SECRET}` } },
    { url: '/api/v1/stats', headers: { host: `${SECRET}.example` } },
    { url: '/api/v1/stats', headers: { referer: `http://localhost/?token=${SECRET}` } },
    { url: '/api/v1/stats', headers: { 'x-min-position': SECRET } },
    { method: 'POST', url: '/api/v1/observations', payload: `{"token":"${SECRET}`, headers: json },
    { method: 'POST', url: '/api/v1/observations', payload: note({ content: `token=${SECRET}` }) },
    { method: 'POST', url: '/api/v1/observations', payload: note({ type: SECRET }) },
    {
      method: 'POST',
      url: '/api/v1/observations',
      payload: note(),
      headers: { 'idempotency-key': SECRET, origin: `https://${SECRET}.example` },
    },
    {
      method: 'POST',
      url: '/api/v1/observations',
      payload: SECRET,
      headers: { 'content-type': SECRET },
    },
    { method: 'PUT', url: `/api/v1/sdd/p`, payload: { phase: SECRET } },
  ] as const;
  const statuses = new Set<number>();
  for (const request of requests) statuses.add((await server.inject(request)).statusCode);
  await server.close();
  expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 415, 500]);
  expect(lines.length).toBeGreaterThan(requests.length);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
});

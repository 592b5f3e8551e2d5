import { beforeAll, expect, test } from 'vitest';
import { type Listening, listening, listeningOn, request } from '../support/listening.js';
import { sharedClient } from '../support/sharedClient.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

const vault = sharedClient();
let exchange: Listening['exchange'];
beforeAll(async () => {
  ({ exchange } = await listeningOn(vault().server));
});

const LEADS_NOWHERE = [
  '//vault-api/healthz',
  '/vault-api//healthz',
  '//healthz',
  '/vault-api/../healthz',
  '/vault-api/./healthz',
  '/vault-api/%2e%2e/healthz',
  '/vault-api%2fhealthz',
  '/vault-api%2Fapi%2Fv1%2Fstats',
  '/%76ault-api%2fhealthz',
  '/vault-api/vault-api/healthz',
  '/vault-api;/healthz',
  '/vault-api/;/healthz',
  '/vault-api\\healthz',
  '/vault-api/healthz/',
  '/vault-api/healthz%00',
  '/vault-api/healthz%20',
  '/healthz;x=1',
  '/healthz/..;/api/v1/stats',
  '/./healthz',
  '/x/../healthz',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/../../../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/api/v1/observations/..%2f..%2fstats',
  '/api/v1/observations/%2e%2e',
  '/openapi.json/../healthz',
  '*',
];

test.each(LEADS_NOWHERE)('GET %s is not found', async (path) => {
  const [answer] = await exchange(request(`GET ${path}`));
  expect(answer?.status).toBe(404);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: 404, code: 'not_found' });
});

test.each(['/%', '/vault-api/%zz', '/%c0%ae%c0%ae/', '/%ff', '/api/v1/context/%ed%a0%80'])(
  'GET %s is refused as an invalid path',
  async (path) => {
    const [answer] = await exchange(request(`GET ${path}`));
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    });
  },
);

test.each([
  'GET /healthz\0',
  'GET /a b',
  'GET \x01',
  'GET healthz',
  'GET',
  'GET /\x7f',
  '/healthz',
])('%j is refused as a request line', async (line) => {
  const [answer] = await exchange(request(line));
  expect(answer?.status).toBe(400);
});

test('no spelling of a path bypasses the admin key', async () => {
  const { app } = vault();
  const body = '{"phase":"spec"}';
  for (const path of [
    '/vault-api/api/v1/sdd/p',
    '/vault-api/api/v1/sdd/..%2fsdd',
    '/api/v1/sdd/p%2f',
    '/api/v1/sdd/p?admin=1',
    '/api/v1/sdd/p#admin',
    'http://localhost/api/v1/sdd/p',
    'http://localhost/vault-api/api/v1/sdd/p',
  ]) {
    const headers = { 'Content-Type': 'application/json' };
    const [answer] = await exchange(request(`PUT ${path}`, headers, body));
    expect([401, 404], path).toContain(answer?.status);
  }
  expect((await app.log.head()).position).toBe(0);
});

test('a request line in absolute form works for this host only', async () => {
  for (const line of [
    'GET http://localhost/healthz',
    'GET HTTP://LOCALHOST/vault-api/healthz?x=1',
  ]) {
    expect((await exchange(request(line)))[0]?.status, line).toBe(200);
  }
  for (const line of [
    'GET http://evil.example/healthz',
    'GET http://evil.example@localhost/healthz',
    'GET https://localhost.evil.example/vault-api/healthz',
    'GET http://localhost:1/healthz',
    'GET http:///healthz',
  ]) {
    expect((await exchange(request(line)))[0]?.status, line).toBe(403);
  }
});

test('an unknown path is counted and logged without the text that was sent', async () => {
  const app = await testApp();
  const { exchange } = await listening(app);
  await exchange(request(`GET /${ADMIN_KEY}`));
  await exchange(request(`GET /api/v1/sessions/${ADMIN_KEY}`));
  const [answer] = await exchange(request('GET /api/v1/metrics'));
  expect(answer?.body).toContain('route="unmatched"');
  expect(answer?.body).not.toContain(ADMIN_KEY);
});

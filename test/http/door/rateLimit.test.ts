import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATUS = '/api/v1/status';

/** A client that may make so many requests after its first, with which the window began. */
const limited = async (requests: number, env: Record<string, string> = {}) => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: `${requests + 1}`, ...env }));
  await client.call('GET', STATUS);
  return client;
};

test.each(['192.0.2.1', '127.0.0.1', '::1'])(
  'by default 120 requests a minute of %s are answered, and the next is not',
  async (remoteAddress) => {
    const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '' }));
    const call = () => client.call('GET', STATUS, { remoteAddress });
    for (let i = 0; i < 120; i++) expect((await call()).statusCode).toBe(200);
    expect((await call()).statusCode).toBe(429);
  },
);

test('every answer has the limit, the rest and the seconds to the reset, in both spellings', async () => {
  const client = await limited(9);
  vi.advanceTimersByTime(20_000);
  const { headers } = await client.call('GET', STATUS);
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    expect(headers[`${prefix}-limit`]).toBe('10');
    expect(headers[`${prefix}-remaining`]).toBe('8');
    expect(headers[`${prefix}-reset`]).toBe('40');
  }
});

test('a refusal has Retry-After, also for pages of the allowed origin', async () => {
  const app = await testApp({ VAULT_RATE_LIMIT: '1' });
  const client = await testClient(app);
  await client.call('GET', STATUS);
  vi.advanceTimersByTime(15_000);
  const payload = note();
  const refused = await client.call('POST', '/api/v1/observations', { payload });
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers).toMatchObject({
    'retry-after': '45',
    'ratelimit-limit': '1',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '45',
    'access-control-allow-origin': 'http://localhost:5173',
    'x-request-id': refused.json().request_id,
  });
  expect((await app.log.head()).position).toBe(0);
});

test('a new window allows requests again, regardless of refusals in the old one', async () => {
  const client = await limited(1);
  await client.call('GET', STATUS);
  vi.advanceTimersByTime(59_999);
  expect((await client.call('GET', STATUS)).statusCode).toBe(429);
  vi.advanceTimersByTime(1);
  expect((await client.call('GET', STATUS)).statusCode).toBe(200);
});

const COUNTED: readonly ['GET' | 'POST' | 'HEAD' | 'DELETE', string, object][] = [
  ['GET', '/no/such/route', {}],
  ['DELETE', STATUS, {}],
  ['HEAD', STATUS, {}],
  ['GET', '/healthz', {}],
  ['GET', '/metrics', {}],
  ['GET', '/api/v1/metrics', {}],
  ['GET', '/api/v1/search', {}],
  ['GET', '/api/v1/context/%zz', {}],
  ['GET', `/api/v1/context/${'x'.repeat(5000)}`, {}],
  [
    'POST',
    '/api/v1/observations',
    { payload: '{', headers: { 'content-type': 'application/json' } },
  ],
  ['POST', '/api/v1/observations', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
];

test.each(COUNTED)('%s %s counts towards the limit', async (method, url, rest) => {
  const client = await limited(9);
  const answer = await client.call(method, url, rest);
  expect(answer.headers['ratelimit-remaining']).toBe('8');
  expect((await client.call('GET', STATUS)).headers['ratelimit-remaining']).toBe('7');
});

test('a preflight does not count and is answered even over the limit', async () => {
  const client = await limited(1);
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
  for (let i = 0; i < 3; i++) {
    const preflight = await client.call('OPTIONS', '/api/v1/observations', { headers });
    expect(preflight.statusCode).toBe(204);
  }
  expect((await client.call('GET', STATUS)).statusCode).toBe(200);
  expect((await client.call('GET', STATUS)).statusCode).toBe(429);
  expect((await client.call('OPTIONS', STATUS, { headers })).statusCode).toBe(204);
});

test('VAULT_RATE_LIMIT=0 switches the limit off', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '0' }));
  for (let i = 0; i < 300; i++) {
    const answer = await client.call('GET', '/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
  }
});

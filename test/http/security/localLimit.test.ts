import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IN_PROCESS, isInProcess } from '../../../src/http/connection/isInProcess.js';
import { type Client, testClient } from '../../support/client.js';
import { listening, request } from '../../support/listening.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';
import { MAY_BE_LATE, testServer } from '../../support/testServer.js';

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATUS = '/api/v1/status';

const usual = sharedClient({ VAULT_RATE_LIMIT: '', VAULT_ALLOWED_HOSTS: 'vault.example' });

/** The limit that an answer names, for a caller with this address and these headers. */
async function limitFor(
  client: Client,
  remoteAddress: string,
  headers: Record<string, string> = {},
) {
  const answer = await client.call('GET', STATUS, { remoteAddress, headers });
  return answer.headers['ratelimit-limit'];
}

const limitOf = async (
  env: Record<string, string>,
  remoteAddress: string,
  headers: Record<string, string> = {},
) => {
  const app = await testApp({ VAULT_RATE_LIMIT: '', ...env });
  return limitFor(await testClient(app), remoteAddress, headers);
};

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
  'a caller at %s has the limit of this machine',
  async (address) => {
    expect(await limitFor(usual(), address)).toBe('6000');
  },
);

test('three agents, their hooks and an open page never meet the limit of this machine, and a runaway loop does', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '' }));
  for (let i = 0; i < 6000; i++) {
    const { statusCode } = await client.server.inject('/healthz');
    if (statusCode !== 200) expect.fail(`request ${i + 1} got ${statusCode}`);
  }
  const refused = await client.call('GET', STATUS);
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.json().detail).toContain('(VAULT_LOCAL_RATE_LIMIT sets another limit)');
  // Callers from elsewhere are counted apart.
  const other = await client.call('GET', STATUS, { remoteAddress: '192.0.2.1' });
  expect(other.headers['ratelimit-remaining']).toBe('119');
});

test.each([
  ['192.0.2.1', {}],
  ['::ffff:192.0.2.1', {}],
  ['2001:db8::1', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { forwarded: 'for=192.0.2.1' }],
  ['127.0.0.1', { via: '1.1 proxy' }],
  ['127.0.0.1', { 'x-real-ip': '192.0.2.1' }],
  ['127.0.0.1', { host: 'vault.example' }],
])('a caller at %s with the headers %j has the limit of others', async (address, headers) => {
  expect(await limitFor(usual(), address, headers)).toBe('120');
});

test('behind a trusted proxy on this machine, each caller has the limit of others', async () => {
  const env = { VAULT_TRUST_PROXY: '127.0.0.1' };
  expect(await limitOf(env, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe('120');
});

test('VAULT_RATE_LIMIT holds on this machine as well, unless VAULT_LOCAL_RATE_LIMIT is set', async () => {
  const both = { VAULT_RATE_LIMIT: '7', VAULT_LOCAL_RATE_LIMIT: '9' };
  expect(await limitOf({ VAULT_RATE_LIMIT: '7' }, '127.0.0.1')).toBe('7');
  expect(await limitOf(both, '127.0.0.1')).toBe('9');
  expect(await limitOf(both, '192.0.2.1')).toBe('7');
  expect(await limitOf({ VAULT_LOCAL_RATE_LIMIT: '0' }, '127.0.0.1')).toBeUndefined();
});

test('a call that the service makes to itself is not counted again', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '2' }));
  for (let i = 0; i < 5; i++) {
    const own = await client.call('GET', STATUS, { remoteAddress: IN_PROCESS });
    expect(own.statusCode).toBe(200);
    expect(own.headers).not.toHaveProperty('ratelimit-limit');
  }
  const { headers } = await client.call('GET', STATUS);
  expect(headers['ratelimit-remaining']).toBe('1');
});

test('a call that the service makes to itself is answered when no further request is', async () => {
  const app = await testApp();
  const server = await testServer(app, { capacity: { ...MAY_BE_LATE, inFlight: 1 } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.search = async () => {
    await released;
    return { hits: [], reading: 'words' };
  };
  const search = async () => await server.inject('/api/v1/search?q=x');
  const waiting = search();
  expect((await server.inject(STATUS)).statusCode).toBe(503);
  const own = await server.inject({ url: STATUS, remoteAddress: IN_PROCESS });
  expect(own.statusCode).toBe(200);
  // It did not take a place of its own, either.
  release();
  expect((await waiting).statusCode).toBe(200);
  expect((await server.inject(STATUS)).statusCode).toBe(200);
});

const FORGED = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'Remote-Addr', 'X-Client-IP'];

test.each(FORGED)('no caller passes for the service itself with %s', async (name) => {
  const app = await testApp({ VAULT_RATE_LIMIT: '1', VAULT_TRUST_PROXY: '127.0.0.1' });
  const { server, exchange } = await listening(app);
  const seen: boolean[] = [];
  server.server.on('request', (raw) => seen.push(isInProcess({ raw })));
  const values = [IN_PROCESS, `for=${IN_PROCESS}`, `${IN_PROCESS}, ${IN_PROCESS}`];
  const statuses: (number | undefined)[] = [];
  for (const value of [...values, ...values]) {
    const [answer] = await exchange(request(`GET ${STATUS}`, { [name]: value }));
    statuses.push(answer?.status);
  }
  expect(seen).toEqual(seen.map(() => false));
  expect(seen).toHaveLength(6);
  expect(statuses).toContain(429);
});

test('a proxy that says nothing but HTTP/1.0, as nginx does by default, brings callers with the limit of others', async () => {
  const { exchange } = await listening(await testApp({ VAULT_RATE_LIMIT: '' }));
  const limitOver = async (version: string) => {
    const [answer] = await exchange(
      `GET ${STATUS} HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    return answer?.headers['ratelimit-limit'];
  };
  expect(await limitOver('1.1')).toBe('6000');
  expect(await limitOver('1.0')).toBe('120');
});

import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATS = '/api/v1/stats';
/** The key of a hub that takes one from all vaults. */
const HIVE = 'a-key-of-a-hive-0123';

async function guarded(failures: string, env: Record<string, string> = {}) {
  const client = await testClient(await testApp({ VAULT_CREDENTIAL_LIMIT: failures, ...env }));
  const guess = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    client.call('GET', STATS, { headers, remoteAddress });
  return { client, guess };
}

test('by default 20 wrong credentials a minute are looked at, and then none, not even the right one', async () => {
  const { guess } = await guarded('');
  for (let i = 0; i < 20; i++) {
    expect((await guess({ 'x-admin-key': `guess ${i}` })).statusCode).toBe(401);
  }
  const refused = await guess({ 'x-admin-key': 'guess 20' });
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers['retry-after']).toBe('60');
  expect((await guess(ADMIN)).statusCode).toBe(429);
  vi.advanceTimersByTime(60_000);
  expect((await guess(ADMIN)).statusCode).toBe(200);
});

test('requests without a credential, and those from elsewhere, are not concerned', async () => {
  const { guess } = await guarded('3');
  for (let i = 0; i < 5; i++) await guess({ 'x-admin-key': 'wrong' });
  expect((await guess(ADMIN)).statusCode).toBe(429);
  expect((await guess({})).statusCode).toBe(200);
  expect((await guess(ADMIN, '192.0.2.2')).statusCode).toBe(200);
});

test('what goes well does not count, nor does asking without a credential', async () => {
  const { client, guess } = await guarded('3');
  for (let i = 0; i < 10; i++) {
    expect((await guess(ADMIN)).statusCode).toBe(200);
    const nothing = { headers: ADMIN, remoteAddress: '192.0.2.1' };
    expect((await client.call('GET', '/api/v1/observations/x', nothing)).statusCode).toBe(404);
    const payload = { phase: 'spec' };
    const missing = await client.call('PUT', '/api/v1/sdd/p', {
      payload,
      remoteAddress: '192.0.2.1',
    });
    expect(missing.statusCode).toBe(401);
  }
});

test('a right credential at a door that wants another one is no guess', async () => {
  const { client, guess } = await guarded('1', {
    VAULT_AUTH: 'session',
    VAULT_HIVE_INGEST_KEY: HIVE,
  });
  const { headers: member } = await loggedIn(client);
  const hive = { 'x-hive-key': HIVE };
  const remoteAddress = '192.0.2.1';
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const doors = [
    ['GET', '/auth/me', [ADMIN, bearer(ADMIN['x-admin-key']), hive]],
    ['DELETE', '/auth/session', [ADMIN, bearer(ADMIN['x-admin-key']), hive]],
    ['GET', '/v1/health', [ADMIN, member, bearer(ADMIN['x-admin-key'])]],
    ['GET', '/v1/search?q=x', [ADMIN, member, bearer(member['x-session-token'])]],
    ['GET', STATS, [hive]],
    ['GET', '/admin/teams', [hive]],
  ] as const;
  for (const [method, url, credentials] of doors)
    for (const headers of credentials)
      expect((await client.call(method, url, { headers, remoteAddress })).json()).toMatchObject({
        code: 'missing_credential',
      });
  expect((await guess(ADMIN)).statusCode).toBe(200);
  expect((await guess({ 'x-admin-key': 'wrong' })).statusCode).toBe(401);
  expect((await guess({ 'x-admin-key': 'another' })).statusCode).toBe(429);
});

test('a wrong credential beside a right one is a guess', async () => {
  const { client, guess } = await guarded('1');
  const remoteAddress = '192.0.2.1';
  const headers = { ...ADMIN, 'x-session-token': 'wrong' };
  expect((await client.call('GET', '/auth/me', { headers, remoteAddress })).statusCode).toBe(401);
  expect((await guess({ 'x-admin-key': 'another' })).statusCode).toBe(429);
});

test('a credential that was right before still comes in, from where it was right', async () => {
  const { guess } = await guarded('3');
  expect((await guess(ADMIN)).statusCode).toBe(200);
  for (let i = 0; i < 5; i++) await guess({ 'x-admin-key': 'stale' });
  expect((await guess(ADMIN)).statusCode).toBe(200);
  expect((await guess({ 'x-admin-key': 'stale' })).statusCode).toBe(429);
  for (let i = 0; i < 3; i++) await guess({ 'x-admin-key': 'stale' }, '192.0.2.2');
  expect((await guess(ADMIN, '192.0.2.2')).statusCode).toBe(429);
});

test('what nobody looked at proves nothing', async () => {
  const { client, guess } = await guarded('3');
  const remoteAddress = '192.0.2.1';
  const wrong = { 'x-admin-key': 'wrong' };
  await client.call('GET', '/healthz', { headers: wrong, remoteAddress });
  await guess({ ...ADMIN, 'x-hive-key': 'wrong' });
  for (let i = 0; i < 3; i++) await guess({ 'x-admin-key': `guess ${i}` });
  expect((await guess(wrong)).statusCode).toBe(429);
  expect((await guess({ ...ADMIN, 'x-hive-key': 'wrong' })).statusCode).toBe(429);
});

test('a token that has ended is as good as one that never was', async () => {
  const { client, guess } = await guarded('3');
  const { headers } = await loggedIn(client);
  expect((await guess(headers)).statusCode).toBe(200);
  await client.call('DELETE', '/auth/session', { headers });
  for (let i = 0; i < 3; i++) expect((await guess(headers)).statusCode).toBe(401);
  expect((await guess(headers)).statusCode).toBe(429);
});

test('a guess whose body comes last is refused by what failed meanwhile', async () => {
  const { client, guess } = await guarded('3');
  const body = new PassThrough();
  const late = client.server.inject({
    method: 'POST',
    url: '/api/v1/observations',
    headers: { ...ADMIN, 'content-type': 'application/json' },
    remoteAddress: '192.0.2.1',
    payload: body,
  });
  const answer = late.then(({ statusCode }) => statusCode);
  for (let i = 0; i < 3; i++) await guess({ 'x-admin-key': `guess ${i}` });
  body.end(JSON.stringify(note()));
  expect(await answer).toBe(429);
});

test('a credential that was right at the head and wrong behind the body is not remembered as right', async () => {
  const { client, guess } = await guarded('1');
  const { headers } = await loggedIn(client);
  const body = new PassThrough();
  const late = client.server.inject({
    method: 'POST',
    url: '/api/v1/observations',
    headers: { ...headers, 'content-type': 'application/json' },
    remoteAddress: '192.0.2.1',
    payload: body,
  });
  const answer = late.then(({ statusCode }) => statusCode);
  expect((await guess(headers)).statusCode).toBe(200);
  await client.call('DELETE', '/auth/session', { headers });
  body.end(JSON.stringify(note()));
  expect(await answer).toBe(401);
  expect((await guess(headers)).statusCode).toBe(429);
});

test('VAULT_CREDENTIAL_LIMIT=0 switches the limit off', async () => {
  const { guess } = await guarded('0');
  for (let i = 0; i < 50; i++) {
    expect((await guess({ 'x-admin-key': 'wrong' })).statusCode).toBe(401);
  }
});

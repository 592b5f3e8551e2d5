import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listening, request } from '../../support/listening.js';
import { ADMIN, note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { loggedIn, me, TEAMS } from '../../support/team.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const vault = sharedClient();

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATS = '/api/v1/stats';
const OWNER = { authorization: `Bearer ${ADMIN_KEY}` };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const guarded = async (env = {}) => testClient(await testApp({ VAULT_AUTH: 'session', ...env }));

const get = (client: Client, url: string, headers: Record<string, string>) =>
  client.call('GET', url, { headers });

test("Authorization: Bearer takes the owner's key wherever X-Admin-Key is taken", async () => {
  const client = await guarded();
  expect((await get(client, STATS, OWNER)).statusCode).toBe(200);
  expect((await get(client, TEAMS, OWNER)).statusCode).toBe(200);
  const saved = await client.call('POST', '/api/v1/observations', {
    headers: OWNER,
    payload: note(),
  });
  expect(saved.statusCode).toBe(200);
  // The owner is no member.
  expect((await me(client, OWNER)).json()).toMatchObject({ code: 'missing_credential' });
});

test('Authorization: Bearer takes a session token wherever X-Session-Token is taken', async () => {
  const client = await guarded();
  const { token } = await loggedIn(client);
  const headers = bearer(token);
  expect((await get(client, STATS, headers)).statusCode).toBe(200);
  expect((await me(client, headers)).json()).toMatchObject({ email: 'ada@example.org' });
  expect((await get(client, TEAMS, headers)).json()).toMatchObject({ code: 'forbidden' });
  // The scheme is compared without case (RFC 9110, section 11.1).
  expect((await me(client, { authorization: `bEARER  ${token}` })).statusCode).toBe(200);
  const out = await client.call('DELETE', '/auth/session', { headers });
  expect(out.statusCode).toBe(200);
  expect((await me(client, headers)).json()).toMatchObject({ code: 'invalid_session' });
});

test.each(['open', 'session'])(
  'VAULT_AUTH=%s: a wrong Bearer token is refused, and the answer names header and scheme',
  async (auth) => {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const { token } = await loggedIn(client);
    for (const wrong of ['x', token.slice(1), token.toUpperCase(), `${ADMIN_KEY}x`, `${token} x`]) {
      for (const url of [STATS, '/auth/me', TEAMS]) {
        const refused = await get(client, url, bearer(wrong));
        expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_session' });
        expect(refused.json().detail).toMatch(/^Authorization: .*owner's key/);
        expect(refused.headers['www-authenticate']).toBe('Bearer');
        expect(refused.body).not.toContain(wrong.length > 1 ? wrong : token);
      }
    }
    // Probes need no credential, and a wrong one must not make them fail.
    expect((await get(client, '/healthz', bearer('x'))).statusCode).toBe(200);
  },
);

test.each(['Basic YWRhOng=', 'Bearer', 'Bearer ', 'Digest x', ADMIN_KEY, '', `Bearer${ADMIN_KEY}`])(
  'Authorization: %s is refused with a sentence, also on an open vault',
  async (authorization) => {
    const client = vault();
    const refused = await get(client, STATS, { authorization });
    expect(refused.json()).toMatchObject({ status: 401, code: 'missing_credential' });
    expect(refused.json().detail).toMatch(/^Authorization: must be sent once, as Bearer and /);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  },
);

test('of two Authorization headers none is believed', async () => {
  const { exchange } = await listening(await testApp({ VAULT_AUTH: 'session' }));
  const two = `Bearer ${ADMIN_KEY}\r\nAuthorization: Bearer other`;
  const [answer] = await exchange(request(`GET ${STATS}`, { Authorization: two }));
  expect(answer?.status).toBe(401);
  const [one] = await exchange(request(`GET ${STATS}`, { Authorization: `Bearer ${ADMIN_KEY}` }));
  expect(one?.status).toBe(200);
});

test('every credential that a request carries has to be right', async () => {
  const client = await guarded();
  const ada = await loggedIn(client);
  const eve = await loggedIn(client, 'eve@example.org');
  const cases = [
    [{ ...OWNER, ...ADMIN }, STATS, 200],
    [{ ...OWNER, ...ada.headers }, '/auth/me', 200],
    [{ ...bearer(ada.token), ...ADMIN }, TEAMS, 200],
    [{ ...bearer(ada.token), ...ada.headers }, '/auth/me', 200],
    [{ ...OWNER, 'x-admin-key': 'wrong' }, STATS, 'invalid_admin_key'],
    [{ ...OWNER, 'x-session-token': 'wrong' }, STATS, 'invalid_session'],
    [{ ...bearer('wrong'), ...ADMIN }, STATS, 'invalid_session'],
    [{ ...bearer('wrong'), ...ada.headers }, STATS, 'invalid_session'],
    [{ ...bearer(ada.token), ...eve.headers }, STATS, 'invalid_session'],
  ] as const;
  for (const [headers, url, expected] of cases) {
    const answer = await get(client, url, headers);
    expect(answer.statusCode === 200 ? 200 : answer.json().code, JSON.stringify(headers)).toBe(
      expected,
    );
  }
});

test('wrong Bearer tokens count, and a right one that was right before still comes in', async () => {
  const client = await guarded({ VAULT_CREDENTIAL_LIMIT: '3' });
  const { token } = await loggedIn(client);
  expect((await get(client, STATS, bearer(token))).statusCode).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    statuses.push((await get(client, STATS, bearer(`guess ${i}`))).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect((await get(client, STATS, bearer(token))).statusCode).toBe(200);
  expect((await get(client, STATS, OWNER)).statusCode).toBe(429);
  // A right one next to a guess is another guess.
  const guess = { ...bearer(token), 'x-admin-key': 'guess' };
  expect((await get(client, STATS, guess)).statusCode).toBe(429);
});

test('the routes of a hub take the hive key alone', async () => {
  const client = await guarded({ VAULT_HIVE_INGEST_KEY: 'the-key-of-this-hive' });
  const refused = await get(client, '/v1/health', OWNER);
  expect(refused.json()).toMatchObject({ status: 401, code: 'missing_credential' });
  const key = { 'x-hive-key': 'the-key-of-this-hive' };
  expect((await get(client, '/v1/health', { ...key, ...bearer('x') })).statusCode).toBe(200);
});

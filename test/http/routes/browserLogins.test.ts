import { expect, test } from 'vitest';
import { replaceSecret } from '../../../src/secrets/secretFile.js';
import { browserWith, callerOf, cookieIn, OWN_PAGE } from '../../support/browser.js';
import { testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { asOwner, invited, LOGINS, loggedIn, MEMBERS } from '../../support/team.js';
import { ADMIN_KEY, testApp, testClock } from '../../support/testApp.js';

const members = async (env: Record<string, string> = {}, clock = testClock()) => {
  const app = await testApp({ VAULT_AUTH: 'session', ...env }, { clock });
  return { app, clock, client: await testClient(app) };
};

const codeFor = async (
  client: Awaited<ReturnType<typeof testClient>>,
  headers: Record<string, string>,
) => (await client.call('POST', '/auth/code', { headers })).json().code;

test("a browser logs in with the owner's key, a session token and a code of either", async () => {
  const { client } = await members();
  const { token, headers } = await loggedIn(client);
  const owner = { caller: 'owner', admin: true, vault: 'members' };
  const member = {
    caller: 'member',
    admin: false,
    vault: 'members',
    email: 'ada@example.org',
    team: 'payments',
    role: 'member',
  };
  const expires_at = '2026-11-20T17:30:00Z';
  for (const [shown, expected] of [
    [ADMIN_KEY, owner],
    [token, member],
    [await codeFor(client, ADMIN), owner],
    [await codeFor(client, headers), member],
  ] as const) {
    const browser = await browserWith(client, shown);
    const answer = await client.call('GET', '/auth/browser', { headers: browser });
    expect(answer.json()).toEqual({ ...expected, expires_at });
  }
});

test('an admin is one in the browser, too', async () => {
  const { client } = await members();
  const { token } = await loggedIn(client, 'eve@example.org', 'admin');
  const browser = await browserWith(client, token);
  const { admin, role } = (await client.call('GET', '/auth/browser', { headers: browser })).json();
  expect({ admin, role }).toEqual({ admin: true, role: 'admin' });
  expect((await client.call('GET', '/admin/teams', { headers: browser })).statusCode).toBe(200);
});

test('what is saved in a browser is saved by who is logged in there', async () => {
  const { client } = await members();
  const { token } = await loggedIn(client);
  const headers = await browserWith(client, token);
  const saved = await client.call('POST', '/api/v1/observations', { payload: note(), headers });
  const read = await client.call('GET', `/api/v1/observations/${saved.json().id}`, { headers });
  expect(read.json()).toMatchObject({ author: 'ada@example.org', team: 'payments' });
});

test.each(['open', 'session'])(
  'VAULT_AUTH=%s: a browser that is not logged in is anonymous',
  async (auth) => {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const answer = await client.call('GET', '/auth/browser', { headers: OWN_PAGE });
    const vault = auth === 'open' ? 'open' : 'members';
    expect(answer.json()).toEqual({ caller: 'anonymous', admin: false, vault });
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);

test('logging out ends the login and clears the cookie', async () => {
  const { client } = await members();
  const headers = await browserWith(client, ADMIN_KEY);
  const out = await client.call('DELETE', '/auth/browser', { headers });
  expect(out.statusCode).toBe(204);
  expect(out.headers['set-cookie']).toMatch(/^memory-vault-80=; Path=\/; Max-Age=0; /);
  expect(await callerOf(client, headers)).toBe('anonymous');
  expect((await client.call('DELETE', '/auth/browser', { headers })).statusCode).toBe(204);
});

test('a cookie whose login has ended is cleared, and refused where it is shown', async () => {
  const { client, clock } = await members();
  const headers = await browserWith(client, ADMIN_KEY);
  clock.advance(8 * 3_600_000);
  const refused = await client.call('GET', '/admin/teams', { headers });
  expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_session' });
  expect(refused.json().detail).toContain('log in');
  const asked = await client.call('GET', '/auth/browser', { headers });
  expect(asked.json().caller).toBe('anonymous');
  expect(asked.headers['set-cookie']).toContain('Max-Age=0');
});

test('a cookie ends with the login of the member, however that ends', async () => {
  const { client } = await members();
  const ways: Record<string, (member: string, headers: Record<string, string>) => unknown> = {
    'the member logs out': (_, headers) => client.call('DELETE', '/auth/session', { headers }),
    'the page logs the member out': (_, headers) =>
      client.call('DELETE', '/auth/session', { headers }),
    async 'an admin ends the login'() {
      const [login] = (await asOwner(client, 'GET', LOGINS)).json();
      await asOwner(client, 'DELETE', `${LOGINS}/${login.id}`);
    },
    'an admin removes the member': (member) => asOwner(client, 'DELETE', `${MEMBERS}/${member}`),
    'an admin removes the team': () => asOwner(client, 'DELETE', '/admin/teams/payments'),
  };
  for (const [way, end] of Object.entries(ways)) {
    const email = `${way.replaceAll(' ', '-')}@example.org`;
    const { member, token, headers } = await loggedIn(client, email);
    const browser = await browserWith(client, token);
    expect(await callerOf(client, browser), way).toBe('member');
    await end(member, way.startsWith('the page') ? browser : headers);
    const refused = await client.call('GET', '/api/v1/stats', { headers: browser });
    expect([way, refused.statusCode]).toEqual([way, 401]);
    expect([way, await callerOf(client, browser)]).toEqual([way, 'anonymous']);
  }
});

test("a new owner's key ends what was opened with the old one, browsers and codes", async () => {
  // An empty setting is none: the key is in the file.
  const app = await testApp({ VAULT_ADMIN_KEY: '' });
  const client = await testClient(app);
  const file = `${app.config.dataDir}/admin.key`;
  const { readFileSync } = await import('node:fs');
  const key = readFileSync(file, 'utf8').trim();
  const browser = await browserWith(client, key);
  const code = await codeFor(client, { 'x-admin-key': key });
  expect(await callerOf(client, browser)).toBe('owner');
  replaceSecret(file);
  expect((await client.call('GET', '/admin/teams', { headers: browser })).statusCode).toBe(401);
  expect(await callerOf(client, browser)).toBe('anonymous');
  const payload = { token: code };
  const refused = await client.call('POST', '/auth/browser', { payload, headers: OWN_PAGE });
  expect(refused.statusCode).toBe(401);
});

test('what is no credential is refused, and the answer says what would be one', async () => {
  const { client } = await members();
  await loggedIn(client);
  const invite = await invited(client, 'ada@example.org');
  for (const token of ['x', 'ABCD-EFGH', 'f'.repeat(64), invite]) {
    const payload = { token };
    const refused = await client.call('POST', '/auth/browser', { payload, headers: OWN_PAGE });
    expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_session' });
    expect(refused.json().detail).toMatch(/session token.*key.*code.*invite/);
    expect(refused.headers['set-cookie']).toBeUndefined();
  }
});

test('a code is for those who have a credential, and no cookie is one', async () => {
  for (const auth of ['open', 'session']) {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const browser = await browserWith(client, ADMIN_KEY);
    for (const headers of [{}, browser]) {
      const refused = await client.call('POST', '/auth/code', { headers });
      expect(refused.json()).toMatchObject({ status: 401, code: 'missing_credential' });
    }
    const answer = await client.call('POST', '/auth/code', { headers: ADMIN });
    expect(answer.json().expires_at).toBe('2026-11-20T09:32:00Z');
  }
});

test('the page cannot log in where browsers do not say where a request comes from, and hears why', async () => {
  const { client } = await members();
  const answer = await client.call('POST', '/auth/browser', { payload: { token: ADMIN_KEY } });
  expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden_origin' });
  expect(answer.json().detail).toContain('needs localhost or HTTPS');
});

test('credentials in headers come before a cookie', async () => {
  const { client } = await members();
  const { token } = await loggedIn(client);
  const browser = await browserWith(client, ADMIN_KEY);
  const headers = { ...browser, 'x-session-token': token };
  expect((await client.call('GET', '/admin/teams', { headers })).statusCode).toBe(403);
});

test('a login gives a value of its own each time, and ends the one before', async () => {
  const { client } = await members();
  const first = await browserWith(client, ADMIN_KEY);
  const payload = { token: ADMIN_KEY };
  const again = await client.call('POST', '/auth/browser', { payload, headers: first });
  const second = { ...OWN_PAGE, cookie: cookieIn(again.headers) };
  expect(second.cookie).not.toBe(first.cookie);
  expect(await callerOf(client, first)).toBe('anonymous');
  expect(await callerOf(client, second)).toBe('owner');
});

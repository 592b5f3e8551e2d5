import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Client, testClient } from '../support/client.js';
import { ADMIN, note } from '../support/notes.js';
import { asOwner, INVITES, invited, loggedIn, MEMBERS, redeem, TEAMS } from '../support/team.js';
import { testApp } from '../support/testApp.js';

const STATS = '/api/v1/stats';

const guarded = async () => testClient(await testApp({ VAULT_AUTH: 'session' }));

const statusWith = async (client: Client, headers: Record<string, string>, url = STATS) =>
  (await client.call('GET', url, { headers })).statusCode;

test('a wrong token is refused, even one that is close to a real token', async () => {
  const client = await guarded();
  const { token } = await loggedIn(client);
  expect(await statusWith(client, { 'x-session-token': token })).toBe(200);
  const flipped = (token.startsWith('0') ? '1' : '0') + token.slice(1);
  for (const guess of [
    '',
    ' ',
    'null',
    '*',
    '%',
    "' OR '1'='1",
    token.slice(1),
    token.slice(0, -1),
    `${token}0`,
    `${token}, ${token}`,
    token.toUpperCase(),
    flipped,
    '0'.repeat(token.length),
    randomBytes(32).toString('hex'),
    '__proto__',
  ]) {
    if (guess === token) continue;
    expect(await statusWith(client, { 'x-session-token': guess }), guess).toBe(401);
  }
});

test('a token is accepted in its headers only', async () => {
  const client = await guarded();
  const { token } = await loggedIn(client);
  const elsewhere: readonly Record<string, string>[] = [
    { authorization: token },
    { authorization: `Basic ${token}` },
    { cookie: `session_token=${token}; X-Session-Token=${token}` },
    { 'x-admin-key': token },
    { 'proxy-authorization': `Bearer ${token}` },
  ];
  for (const headers of elsewhere) expect(await statusWith(client, headers)).toBe(401);
  expect(await statusWith(client, {}, `${STATS}?session_token=${token}`)).toBe(400);
  const body = await client.call('POST', '/api/v1/observations', {
    payload: note({ session_token: token, 'x-session-token': token }),
  });
  expect(body.statusCode).toBe(401);
});

test('a token and its invite are invalid after the logout', async () => {
  const client = await guarded();
  await loggedIn(client);
  const invite = await invited(client, 'ada@example.org');
  const token = (await redeem(client, invite)).json().session_token;
  const headers = { 'x-session-token': token };
  expect((await client.call('DELETE', '/auth/session', { headers })).statusCode).toBe(200);
  for (const url of [STATS, '/auth/me']) expect(await statusWith(client, headers, url)).toBe(401);
  expect((await client.call('DELETE', '/auth/session', { headers })).statusCode).toBe(401);
  for (const replayed of [invite, invite.toUpperCase(), ` ${invite}`]) {
    expect((await redeem(client, replayed)).statusCode).toBe(401);
  }
});

test('removing a member ends all tokens and invites of the member at once', async () => {
  const client = await guarded();
  const { member, headers } = await loggedIn(client);
  const invite = await invited(client, 'ada@example.org');
  await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  expect(await statusWith(client, headers)).toBe(401);
  expect((await redeem(client, invite)).statusCode).toBe(401);
});

test('a member is refused on admin paths and learns nothing from the answers', async () => {
  const client = await guarded();
  const { headers } = await loggedIn(client);
  const secret = await loggedIn(client, 'eve@example.org');
  const before = (await asOwner(client, 'GET', '/admin/log')).json().head;
  for (const [method, url, payload] of [
    ['GET', TEAMS],
    ['GET', MEMBERS],
    ['GET', INVITES],
    ['GET', '/admin/events'],
    ['GET', '/admin/export'],
    ['GET', '/vault-api/admin/teams'],
    ['POST', TEAMS, { name: 'mine' }],
    ['POST', INVITES, { email: 'eve@example.org' }],
    ['DELETE', `${MEMBERS}/${secret.member}`],
    ['POST', '/admin/purge', { project: 'p' }],
    ['PUT', '/api/v1/openspec/p', { content: 'mine' }],
  ] as const) {
    const refused = await client.call(method, url, { headers, ...(payload && { payload }) });
    expect([url, refused.json().code]).toEqual([url, 'forbidden']);
    expect(refused.body).not.toContain('example.org');
  }
  for (const url of ['/Admin/teams', '//admin/teams', '/api/v1/../../admin/teams;x']) {
    expect(await statusWith(client, headers, url)).not.toBe(200);
  }
  expect((await asOwner(client, 'GET', '/admin/log')).json().head).toBe(before);
  expect(await statusWith(client, { ...headers, ...ADMIN }, TEAMS)).toBe(200);
});

test('guessing invites is refused after a few attempts', async () => {
  const client = await testClient(await testApp({ VAULT_CREDENTIAL_LIMIT: '5' }));
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) {
    statuses.push((await redeem(client, randomBytes(32).toString('hex'))).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

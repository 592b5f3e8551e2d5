import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import {
  asOwner,
  INVITES,
  invited,
  LOGINS,
  loggedIn,
  MEMBERS,
  made,
  redeem,
  TEAMS,
} from '../../support/team.js';
import { testApp, testClock } from '../../support/testApp.js';

const ULID = expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const EMAIL = 'ada@example.org';
const DAY = 86_400_000;

test('a team can be created, listed, and found by its id or its name in any case', async () => {
  const client = await testClient(await testApp());
  expect((await asOwner(client, 'GET', TEAMS)).json()).toEqual([]);
  const team = await made(client, TEAMS, { name: ' Payments ' });
  expect(team).toEqual({ id: ULID, name: 'Payments', created_at: '2026-11-20T09:30:00Z' });
  const other = await made(client, TEAMS, { name: 'Größe / 7' });
  expect((await asOwner(client, 'GET', TEAMS)).json()).toEqual([team, other]);
  await made(client, MEMBERS, { email: EMAIL });
  for (const name of [team.id, team.id.toLowerCase(), 'Payments', 'PAYMENTS']) {
    expect((await asOwner(client, 'GET', `${TEAMS}/${name}/members`)).json()).toHaveLength(1);
  }
  const path = `${TEAMS}/${encodeURIComponent('GRÖSSE / 7'.replace('SS', 'ß'))}/members`;
  expect((await asOwner(client, 'GET', path)).json()).toEqual([]);
});

test('concurrent requests create a team name once and an e-mail in a team once', async () => {
  const client = await testClient(await testApp());
  const ask = (url: string, payloads: object[]) =>
    Promise.all(payloads.map((payload) => asOwner(client, 'POST', url, payload)));
  const names = ['payments', 'Payments', 'PAYMENTS', ' payments'].map((name) => ({ name }));
  const emails = [EMAIL, 'Ada@Example.Org', ` ${EMAIL}`, EMAIL].map((email) => ({ email }));
  for (const answers of [await ask(TEAMS, names), await ask(MEMBERS, emails)]) {
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  }
  expect((await asOwner(client, 'GET', MEMBERS)).json()).toHaveLength(1);
  await made(client, TEAMS, { name: 'infra' });
  await made(client, `${TEAMS}/infra/members`, { email: EMAIL });
});

test('a member has an e-mail and a role, and can see its own team', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const { member, headers } = await loggedIn(client);
  const bob = await made(client, MEMBERS, { email: 'bob@example.org', role: 'admin' });
  expect(bob).toEqual({ id: ULID, email: 'bob@example.org', role: 'admin' });
  const all = [{ id: member, email: EMAIL, role: 'member' }, bob];
  expect((await asOwner(client, 'GET', MEMBERS)).json()).toEqual(all);
  await made(client, TEAMS, { name: 'infra' });
  await made(client, `${TEAMS}/infra/members`, { email: 'eve@example.org' });
  expect((await client.call('GET', '/team/members', { headers })).json()).toEqual(all);
});

test('invalid input is refused with all errors, and changes nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await made(client, TEAMS, { name: 'payments' });
  const before = await stateOf(app);
  const wrong: [string, object, string][] = [
    [TEAMS, {}, 'name: is required'],
    [TEAMS, { name: ' ' }, 'name: must not be empty'],
    [
      TEAMS,
      { name: 'of password=hunter2hunter2' },
      'name: must not hold what the privacy filter replaces (key-value): choose another name',
    ],
    [MEMBERS, { email: 'ada' }, 'email: must be an e-mail address such as ada@example.org'],
    [MEMBERS, { role: 'x' }, 'email: is required; role: must be one of member, admin'],
    [INVITES, { email: 1 }, 'email: must be a string'],
  ];
  for (const [url, payload, error] of wrong) {
    const answer = await asOwner(client, 'POST', url, payload);
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_payload', error });
  }
  expect(await stateOf(app)).toEqual(before);
});

test('unknown teams, members, invites and sessions get 404', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await made(client, TEAMS, { name: 'payments' });
  await made(client, TEAMS, { name: 'infra' });
  const { id } = await made(client, `${TEAMS}/infra/members`, { email: EMAIL });
  const before = await stateOf(app);
  for (const rest of ['members', 'invites', 'sessions']) {
    expect((await asOwner(client, 'GET', `${TEAMS}/none/${rest}`)).statusCode).toBe(404);
    // The member of another team, and a text that is no id.
    for (const of of [id, 'x']) {
      const url = `${TEAMS}/payments/${rest}/${of}`;
      expect((await asOwner(client, 'DELETE', url)).statusCode).toBe(404);
    }
  }
  expect((await asOwner(client, 'POST', INVITES, { email: EMAIL })).statusCode).toBe(404);
  expect(await stateOf(app)).toEqual(before);
});

test('an invite shows its token once, and its state later', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const { member } = await loggedIn(client);
  const answer = await made(client, INVITES, { email: 'ADA@example.org' });
  const { token, ...shown } = answer;
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(shown).toEqual({ id: ULID, email: EMAIL, expires_at: '2026-11-27T09:30:00Z' });
  const states = async () =>
    (await asOwner(client, 'GET', INVITES)).json().map(({ state }: { state: string }) => state);
  const [newest] = (await asOwner(client, 'GET', INVITES)).json();
  expect(newest).toEqual({ ...shown, state: 'pending' });
  expect(await states()).toEqual(['pending', 'used']);
  const revoke = () => asOwner(client, 'DELETE', `${INVITES}/${shown.id}`);
  expect([(await revoke()).statusCode, (await revoke()).statusCode]).toEqual([204, 204]);
  await invited(client, EMAIL);
  expect(await states()).toEqual(['pending', 'revoked', 'used']);
  clock.advance(7 * DAY);
  expect(await states()).toEqual(['expired', 'revoked', 'used']);
  const used = (await asOwner(client, 'GET', INVITES)).json().at(-1);
  expect((await asOwner(client, 'DELETE', `${INVITES}/${used.id}`)).json().code).toBe('conflict');
  await invited(client, EMAIL);
  await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  expect(await states()).toEqual([]);
});

test('only valid sessions of a team are listed', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const { member } = await loggedIn(client);
  const times = { opened_at: '2026-11-20T09:30:00Z', expires_at: '2026-12-20T09:30:00Z' };
  const login = { id: ULID, member_id: member, email: EMAIL, ...times };
  expect((await asOwner(client, 'GET', LOGINS)).json()).toEqual([login]);
  clock.advance(DAY);
  await redeem(client, await invited(client, EMAIL));
  const both = (await asOwner(client, 'GET', LOGINS)).json();
  expect(both).toEqual([expect.objectContaining({ opened_at: '2026-11-21T09:30:00Z' }), login]);
  clock.advance(29 * DAY);
  expect((await asOwner(client, 'GET', LOGINS)).json()).toEqual([both[0]]);
});

test('a removed member can be added again and starts without invites and sessions', async () => {
  const client = await testClient(await testApp());
  const { member } = await loggedIn(client);
  const token = await invited(client, EMAIL);
  const gone = await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  expect([gone.statusCode, gone.body]).toEqual([204, '']);
  expect((await asOwner(client, 'GET', MEMBERS)).json()).toEqual([]);
  const back = await made(client, MEMBERS, { email: EMAIL });
  expect(back.id).not.toBe(member);
  expect((await redeem(client, token)).json().code).toBe('invalid_invite');
  expect((await asOwner(client, 'GET', LOGINS)).json()).toEqual([]);
});

const POSTS: readonly [string, object, object, number][] = [
  [TEAMS, { name: 'infra' }, { name: 'other' }, 201],
  [MEMBERS, { email: 'bob@example.org' }, { email: 'bob@example.org', role: 'admin' }, 201],
  // The invite is forgotten with its member.
  [INVITES, { email: EMAIL }, { email: 'eve@example.org' }, 410],
];

test.each(POSTS)(
  '%s repeats the first answer for its key, including tokens, and refuses another body',
  async (url, body, other, afterRemoval) => {
    const app = await testApp();
    const client = await testClient(app);
    await loggedIn(client, 'eve@example.org');
    const { member } = await loggedIn(client);
    const headers = { ...ADMIN, 'idempotency-key': 'k' };
    const first = await client.call('POST', url, { payload: body, headers });
    expect(first.statusCode).toBe(201);
    const before = await stateOf(app);
    const again = await client.call('POST', url, { payload: body, headers });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const mismatch = await client.call('POST', url, { payload: other, headers });
    expect(mismatch.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await stateOf(app)).toEqual(before);
    await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
    await app.close();
    const reopened = await testClient(await testApp({ VAULT_DATA_DIR: app.config.dataDir }));
    const later = await reopened.call('POST', url, { payload: body, headers });
    expect(later.statusCode).toBe(afterRemoval);
    if (afterRemoval === 201) expect(later.json()).toEqual(first.json());
  },
);

test('tokens of different requests are independent', async () => {
  const client = await testClient(await testApp());
  await loggedIn(client);
  const tokens = [];
  for (const key of ['a', 'b', undefined, undefined]) {
    const headers = { ...ADMIN, ...(key && { 'idempotency-key': key }) };
    const answer = await client.call('POST', INVITES, { payload: { email: EMAIL }, headers });
    tokens.push(answer.json().token);
  }
  expect(new Set(tokens).size).toBe(4);
});

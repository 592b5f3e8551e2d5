import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { asOwner, loggedIn, MEMBERS, TEAMS } from '../../support/team.js';
import { testApp, testClock } from '../../support/testApp.js';

const TOKENS = '/api/v1/tokens';
const NOTES = '/api/v1/observations';
const SECRET = /^mvt_[0-9a-f]{64}$/;

type Headers = Readonly<Record<string, string>>;

async function vault(auth: 'open' | 'session' = 'session') {
  const app = await testApp({ VAULT_AUTH: auth });
  return { app, client: await testClient(app) };
}

async function make(client: Client, headers: Headers, about: object = {}) {
  const payload = { name: 'ci-bot', scope: ['read', 'write'], ...about };
  const response = await client.call('POST', TOKENS, { headers, payload });
  expect(response.statusCode, response.body).toBe(201);
  const { id, token } = response.json();
  expect(token).toMatch(SECRET);
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}

const status = async (
  client: Client,
  headers: Headers,
  ...[method, url, payload]: [Parameters<Client['call']>[0], string, object?]
) => (await client.call(method, url, { headers, ...(payload && { payload }) })).statusCode;

test('a token acts for its member as far as its scope goes, and says so in the log', async () => {
  const { client } = await vault();
  const ada = await loggedIn(client);
  const bot = await make(client, ada.headers);
  const saved = await client.call('POST', NOTES, { headers: bot.headers, payload: note() });
  const via = 'ada@example.org via token ci-bot';
  const url = `${NOTES}/${saved.json().id}`;
  const read = await client.call('GET', url, { headers: ada.headers });
  expect(read.json()).toMatchObject({ author: 'ada@example.org', team: 'payments', saved_by: via });
  expect(await status(client, bot.headers, 'DELETE', url)).toBe(403);
  expect(await status(client, bot.headers, 'PATCH', url, { content: 'else' })).toBe(200);
  // What a token saved is its member's.
  expect(await status(client, ada.headers, 'PATCH', url, { content: 'again' })).toBe(200);
  const events = await asOwner(client, 'GET', '/admin/events?limit=1000');
  expect(events.json().map(({ actor }: { actor: string }) => actor)).toContain(
    `member:${ada.member} token:${bot.id}`,
  );
  expect(events.body).not.toContain(bot.token);
});

test('a token that may read alone writes nothing, also by the tools of MCP', async () => {
  const { client } = await vault();
  const reader = await make(client, ADMIN, { scope: ['read'] });
  expect(await status(client, reader.headers, 'GET', NOTES)).toBe(200);
  expect(await status(client, reader.headers, 'POST', NOTES, note())).toBe(403);
  expect(await status(client, reader.headers, 'POST', `${NOTES}/forget`, { ids: ['x'] })).toBe(403);
  const payload = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'memory_save', arguments: { ...note(), project: 'p' } },
  };
  const called = await client.call('POST', '/mcp', { headers: reader.headers, payload });
  expect(called.json().result).toMatchObject({ isError: true });
  expect(called.body).toContain('needs the scope write');
  const { json } = await asOwner(client, 'GET', NOTES);
  expect(json()).toEqual([]);
});

test('a list says when a token was used last, to the hour and after a restart', async () => {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const bot = await make(client, ADMIN);
  const lastUse = async (at: Client) =>
    (await at.call('GET', TOKENS, { headers: ADMIN })).json()[0].last_used_at;
  expect(await lastUse(client)).toBeUndefined();
  await status(client, bot.headers, 'GET', NOTES);
  const first = await lastUse(client);
  expect(Date.parse(first)).toBeGreaterThan(0);
  clock.advance(59 * 60_000);
  await status(client, bot.headers, 'GET', NOTES);
  expect(await lastUse(client)).toBe(first);
  await app.close();
  const again = await testClient(await testApp({ VAULT_DATA_DIR: app.config.dataDir }, { clock }));
  expect(await lastUse(again)).toBe(first);
  clock.advance(60_000);
  await status(again, bot.headers, 'GET', NOTES);
  expect(Date.parse(await lastUse(again)) - Date.parse(first)).toBeGreaterThanOrEqual(3_600_000);
});

test('no token administers, logs in, or makes, lists and ends tokens', async () => {
  const { client } = await vault();
  const { headers } = await loggedIn(client, 'ada@example.org', 'admin');
  for (const holder of [ADMIN, headers]) {
    const all = await make(client, holder, { scope: ['read', 'write', 'forget'] });
    const payload = { name: 'another', scope: ['read'] };
    expect(await status(client, all.headers, 'POST', TOKENS, payload)).toBe(403);
    expect(await status(client, all.headers, 'GET', TOKENS)).toBe(403);
    expect(await status(client, all.headers, 'DELETE', `${TOKENS}/${all.id}`)).toBe(403);
    for (const url of ['/admin/events', '/admin/export', '/admin/teams', '/auth/me'])
      expect(await status(client, all.headers, 'GET', url), url).toBe(403);
    expect(await status(client, all.headers, 'POST', '/auth/code')).toBe(403);
  }
});

test('a revoked token, an expired one and one of a removed member are refused at once', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const app = await testApp({ VAULT_AUTH: 'session' }, { clock: () => now });
  const client = await testClient(app);
  const ada = await loggedIn(client);
  const revoked = await make(client, ada.headers);
  const short = await make(client, ada.headers, {
    name: 'short',
    expires_at: '2026-01-01T01:00:00Z',
  });
  const lasting = await make(client, ada.headers, { name: 'lasting' });
  expect(await status(client, ada.headers, 'DELETE', `${TOKENS}/${revoked.id}`)).toBe(204);
  expect(await status(client, revoked.headers, 'GET', NOTES)).toBe(401);
  expect(await status(client, ada.headers, 'DELETE', `${TOKENS}/${revoked.id}`)).toBe(404);
  expect(await status(client, short.headers, 'GET', NOTES)).toBe(200);
  now += 3_600_000;
  expect(await status(client, short.headers, 'GET', NOTES)).toBe(401);
  expect(await status(client, lasting.headers, 'GET', NOTES)).toBe(200);
  await asOwner(client, 'DELETE', `${MEMBERS}/${ada.member}`);
  expect(await status(client, lasting.headers, 'GET', NOTES)).toBe(401);
  expect((await asOwner(client, 'GET', TOKENS)).json()).toEqual([]);
});

test('tokens that are asked for by their ids come also when they have ended, until they are forgotten', async () => {
  const { client } = await vault();
  const [ada, eve] = [await loggedIn(client), await loggedIn(client, 'eve@example.org')];
  const revoked = await make(client, ada.headers);
  const other = await make(client, eve.headers, { name: 'of-eve' });
  await client.call('DELETE', `${TOKENS}/${revoked.id}`, { headers: ada.headers });
  const url = `${TOKENS}?ids=${revoked.id.toLowerCase()},${other.id},x`;
  expect(await status(client, ada.headers, 'GET', url)).toBe(400);
  const ids = `${TOKENS}?ids=${revoked.id.toLowerCase()},${other.id}`;
  const asked = async (headers: Headers) => (await client.call('GET', ids, { headers })).json();
  const named = { name: 'ci-bot', holder: 'ada@example.org', ended_at: expect.any(String) };
  expect(await asked(ada.headers)).toEqual([expect.objectContaining(named)]);
  const [first, second] = await asked(ADMIN);
  expect([first.name, second.name]).toEqual(['of-eve', 'ci-bot']);
  expect(first.ended_at).toBeUndefined();
  await asOwner(client, 'DELETE', `${MEMBERS}/${ada.member}`);
  expect(await asked(ADMIN)).toEqual([first]);
  const many = Array.from({ length: 101 }, () => other.id).join();
  expect(await status(client, ADMIN, 'GET', `${TOKENS}?ids=${many}`)).toBe(400);
});

test('who shows a token that has ended reads which one it was, that it ended, and how to make another', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const app = await testApp({ VAULT_AUTH: 'session' }, { clock: () => now });
  const client = await testClient(app);
  const ada = await loggedIn(client);
  const revoked = await make(client, ada.headers);
  const expires_at = '2026-01-01T01:00:00Z';
  const expired = await make(client, ada.headers, { name: 'short', expires_at });
  const ofRemoved = await make(client, ada.headers, { name: 'lasting' });
  const said = async ({ headers }: { headers: Headers }) => {
    const { code, detail } = (await client.call('GET', NOTES, { headers })).json();
    expect(code).toBe('invalid_session');
    return detail;
  };
  const again = 'make one with memory-vault token create, or on the page under Tokens';
  await client.call('DELETE', `${TOKENS}/${revoked.id}`, { headers: ada.headers });
  now += 3_600_000;
  expect(await said(revoked)).toMatch(
    new RegExp(`^the token ci-bot was revoked at 2026-01-01T00:00:\\d\\dZ: ${again}$`),
  );
  expect(await said(expired)).toBe(`the token short ended at ${expires_at}: ${again}`);
  await asOwner(client, 'DELETE', `${MEMBERS}/${ada.member}`);
  const unknown = `this token is unknown, or its member was removed: ${again}`;
  for (const one of [revoked, expired, ofRemoved]) expect(await said(one)).toBe(unknown);
  expect(await said({ headers: { authorization: 'Bearer mvt_0' } })).toBe(unknown);
});

test.each([
  ['the member', MEMBERS],
  ['the team', TEAMS],
])('where %s is removed, the log keeps no name of a token', async (_who, url) => {
  const { app, client } = await vault();
  const ada = await loggedIn(client);
  const eve = await loggedIn(client, 'eve@example.org');
  const old = await make(client, ada.headers, { name: 'old-robot', projects: ['secret-ship'] });
  await client.call('DELETE', `${TOKENS}/${old.id}`, { headers: ada.headers });
  await make(client, ada.headers, { name: 'OLD-robot' });
  await make(client, ada.headers, { name: 'new-robot' });
  const kept = await make(client, eve.headers, { name: 'of-eve' });
  const gone = await asOwner(
    client,
    'DELETE',
    url === TEAMS ? `${TEAMS}/payments` : `${url}/${ada.member}`,
  );
  expect(gone.statusCode).toBe(204);
  expect(await status(client, kept.headers, 'GET', NOTES)).toBe(url === TEAMS ? 401 : 200);
  await app.close();
  const { dataDir } = app.config;
  const files = readdirSync(dataDir).map((file) => readFileSync(join(dataDir, file), 'latin1'));
  for (const name of ['old-robot', 'OLD-robot', 'new-robot', 'secret-ship'])
    expect(
      files.filter((bytes) => bytes.includes(name)),
      name,
    ).toEqual([]);
  expect(files.some((bytes) => bytes.includes('of-eve'))).toBe(url === MEMBERS);
});

test('a name is taken while its token lives, for its holder alone', async () => {
  const { client } = await vault();
  const ada = await loggedIn(client);
  const first = await make(client, ada.headers);
  const again = { name: 'CI-Bot', scope: ['read'] };
  expect(await status(client, ada.headers, 'POST', TOKENS, again)).toBe(409);
  await make(client, ADMIN);
  await client.call('DELETE', `${TOKENS}/${first.id}`, { headers: ada.headers });
  await make(client, ada.headers);
  const own = await client.call('GET', TOKENS, { headers: ada.headers });
  expect(own.json()).toMatchObject([{ name: 'ci-bot', holder: 'ada@example.org' }]);
  expect(own.body).not.toContain('mvt_');
  const all = (await asOwner(client, 'GET', TOKENS)).json();
  expect(all.map(({ holder }: { holder: string }) => holder)).toEqual(['ada@example.org', 'admin']);
});

test('what is wrong with a new token is said, and nothing is made', async () => {
  const { client } = await vault();
  for (const wrong of [
    { scope: [] },
    { scope: ['admin'] },
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { projects: [] },
    { expires_at: '2001-01-01T00:00:00Z' },
    { name: `ghp_${'a1B2'.repeat(9)}` },
  ]) {
    const payload = { name: 'bot', scope: ['read'], ...wrong };
    expect(await status(client, ADMIN, 'POST', TOKENS, payload), JSON.stringify(wrong)).toBe(400);
  }
  expect((await asOwner(client, 'GET', TOKENS)).json()).toEqual([]);
});

test('in an open vault a token names who did it, and is worth nothing once people log in', async () => {
  const { app, client } = await vault('open');
  const bot = await make(client, {});
  const saved = await client.call('POST', NOTES, { headers: bot.headers, payload: note() });
  const read = await client.call('GET', `${NOTES}/${saved.json().id}`);
  expect(read.json().saved_by).toBe('anonymous via token ci-bot');
  expect(await status(client, { authorization: 'Bearer mvt_0' }, 'GET', NOTES)).toBe(401);
  await app.close();
  const closed = await testApp({ VAULT_AUTH: 'session', VAULT_DATA_DIR: app.config.dataDir });
  expect(await status(await testClient(closed), bot.headers, 'GET', NOTES)).toBe(401);
});

test('a token in a note is redacted', async () => {
  const { client } = await vault('open');
  const { token } = await make(client, {});
  const saved = await client.call('POST', NOTES, {
    payload: note({ content: `use ${token} here` }),
  });
  const read = await client.call('GET', `${NOTES}/${saved.json().id}`);
  expect(read.json().content).toBe('use [REDACTED] here');
});

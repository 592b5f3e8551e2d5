import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { ACCESS, nameOf, ROUTES } from '../support/accessTable.js';
import { browserWith, callerOf, cookieIn, OWN_PAGE } from '../support/browser.js';
import { type Client, testClient } from '../support/client.js';
import { listening, request } from '../support/listening.js';
import { ADMIN, note } from '../support/notes.js';
import { asOwner, LOGINS, loggedIn, MEMBERS } from '../support/team.js';
import { ADMIN_KEY, testApp, testClock } from '../support/testApp.js';

const guarded = async (env: Record<string, string> = {}) => {
  const clock = testClock();
  const app = await testApp({ VAULT_AUTH: 'session', ...env }, { clock });
  return { app, clock, client: await testClient(app) };
};

/** What browsers say of a request that no script of this service sent; the last is one of a program, or of an old browser. */
const FOREIGN: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'Same-Origin' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'sec-fetch-site': '' },
  // A link in a note to an address of this service, which somebody follows.
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  {},
];

/** Another page is named as the cause; who is none has no credential. */
const refusalOf = ({ 'sec-fetch-site': site = 'none' }: (typeof FOREIGN)[number]) =>
  ['none', 'same-origin'].includes(site) ? 'missing_credential' : 'forbidden_origin';

const CHANGES = [
  ['POST', '/api/v1/observations', note()],
  ['POST', '/admin/teams', { name: 'theirs' }],
  ['POST', '/admin/purge', { project: 'p' }],
  ['PUT', '/api/v1/openspec/p', { content: 'theirs' }],
  ['DELETE', '/admin/teams/payments', undefined],
] as const;

test('a request that the page did not send reads and changes nothing with the cookie', async () => {
  const { app, client } = await guarded();
  await loggedIn(client);
  const { cookie } = await browserWith(client, ADMIN_KEY);
  const before = await app.log.head();
  for (const foreign of FOREIGN) {
    const headers = { ...foreign, cookie };
    for (const url of ['/admin/teams', '/admin/export', '/api/v1/stats', '/admin/events']) {
      const refused = await client.call('GET', url, { headers });
      expect([foreign, refused.json().code]).toEqual([foreign, refusalOf(foreign)]);
    }
    for (const [method, url, payload] of CHANGES) {
      const refused = await client.call(method, url, { headers, ...(payload && { payload }) });
      expect(['missing_credential', 'forbidden_origin']).toContain(refused.json().code);
    }
    const out = await client.call('DELETE', '/auth/browser', { headers });
    expect([204, 403]).toContain(out.statusCode);
    expect(await callerOf(client, headers)).toBe('anonymous');
  }
  expect(await app.log.head()).toEqual(before);
  expect(await callerOf(client, { ...OWN_PAGE, cookie })).toBe('owner');
});

test('a page of another origin changes nothing, even if it could say that it is ours', async () => {
  const { app, client } = await guarded();
  const browser = await browserWith(client, ADMIN_KEY);
  const before = await app.log.head();
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000', 'file://', '']) {
    for (const [method, url, payload] of CHANGES) {
      const refused = await client.call(method, url, {
        headers: { ...browser, origin },
        ...(payload && { payload }),
      });
      expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden_origin' });
    }
  }
  expect(await app.log.head()).toEqual(before);
});

test('no form changes anything, not even one of our own origin', async () => {
  const { app, client } = await guarded();
  const browser = await browserWith(client, ADMIN_KEY);
  const before = await app.log.head();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    for (const [method, url, payload] of CHANGES.filter(([method]) => method === 'POST')) {
      const refused = await client.call(method, url, {
        headers: { ...browser, 'content-type': type, origin: 'http://localhost:80' },
        payload: JSON.stringify(payload),
      });
      expect([type, refused.statusCode]).toEqual([type, 415]);
    }
    const login = await client.call('POST', '/auth/browser', {
      headers: { ...OWN_PAGE, 'content-type': type },
      payload: `token=${ADMIN_KEY}`,
    });
    expect(login.statusCode).toBe(415);
  }
  expect(await app.log.head()).toEqual(before);
});

test('no page of others can log a browser in, so that somebody would save in the name of an attacker', async () => {
  const { client } = await guarded();
  for (const foreign of [...FOREIGN, { ...OWN_PAGE, origin: 'https://evil.example' }]) {
    const payload = { token: ADMIN_KEY };
    const refused = await client.call('POST', '/auth/browser', { payload, headers: foreign });
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden_origin' });
    expect(refused.headers['set-cookie']).toBeUndefined();
  }
});

test('the cookie is for this host, for no script and for no other site, and behind HTTPS only for HTTPS', async () => {
  const { client } = await guarded();
  const setBy = async (headers: Record<string, string>) => {
    const payload = { token: ADMIN_KEY };
    const answer = await client.call('POST', '/auth/browser', {
      payload,
      headers: { ...OWN_PAGE, ...headers },
    });
    return String(answer.headers['set-cookie']);
  };
  const rules = 'Path=/; Max-Age=28800; HttpOnly; SameSite=Strict';
  const plain = await setBy({ host: '127.0.0.1:7437' });
  expect(plain).toMatch(new RegExp(`^memory-vault-7437=[0-9a-f]{64}; ${rules}$`));
  const ways: readonly Record<string, string>[] = [
    { 'x-forwarded-proto': 'https' },
    { origin: 'https://localhost' },
  ];
  for (const encrypted of ways) {
    const secure = await setBy({ host: 'localhost', ...encrypted });
    expect(secure).toMatch(new RegExp(`^__Host-memory-vault=[0-9a-f]{64}; ${rules}; Secure$`));
    const cookie = cookieIn({ 'set-cookie': secure });
    expect(await callerOf(client, { ...OWN_PAGE, host: 'localhost', cookie })).toBe('owner');
    // The name for plain HTTP, which a network can plant, is another cookie.
    const planted = cookie.replace('__Host-', '');
    const headers = { ...OWN_PAGE, host: 'localhost', cookie: planted };
    expect(await callerOf(client, headers)).toBe('anonymous');
  }
});

test('the value of a cookie is in no other answer', async () => {
  const { client } = await guarded();
  const browser = await browserWith(client, ADMIN_KEY);
  const value = browser.cookie.split('=')[1] ?? '';
  for (const url of ['/auth/browser', '/admin/events', '/admin/teams', '/nowhere', '/api/v1/x']) {
    const answer = await client.call('GET', url, { headers: browser });
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain(value);
  }
});

test('a stolen cookie is worth nothing after its login has ended, however that was', async () => {
  const { client, clock } = await guarded();
  const stolen: Record<string, string>[] = [];
  const owner = await browserWith(client, ADMIN_KEY);
  await client.call('DELETE', '/auth/browser', { headers: owner });
  stolen.push(owner);
  const ada = await loggedIn(client);
  stolen.push(await browserWith(client, ada.token));
  const [login] = (await asOwner(client, 'GET', LOGINS)).json();
  await asOwner(client, 'DELETE', `${LOGINS}/${login.id}`);
  const eve = await loggedIn(client, 'eve@example.org', 'admin');
  stolen.push(await browserWith(client, eve.token));
  await asOwner(client, 'DELETE', `${MEMBERS}/${eve.member}`);
  stolen.push(await browserWith(client, ADMIN_KEY));
  clock.advance(8 * 3_600_000);
  for (const headers of stolen) {
    for (const url of ['/api/v1/stats', '/admin/teams', '/team/members']) {
      const refused = await client.call('GET', url, { headers });
      expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_session' });
    }
    expect(await callerOf(client, headers)).toBe('anonymous');
  }
});

test('a cookie that somebody planted before a login is not the one after it', async () => {
  const { client } = await guarded();
  const eve = await loggedIn(client, 'eve@example.org');
  const planted = await browserWith(client, eve.token);
  for (const cookie of [planted.cookie, 'memory-vault-80=known', `memory-vault-80=${ADMIN_KEY}`]) {
    const answer = await client.call('POST', '/auth/browser', {
      payload: { token: ADMIN_KEY },
      headers: { ...OWN_PAGE, cookie },
    });
    expect(answer.statusCode).toBe(200);
    expect(cookieIn(answer.headers)).not.toBe(cookie);
    expect(await callerOf(client, { ...OWN_PAGE, cookie })).toBe('anonymous');
  }
});

test('of two cookies with the name neither is taken, in one header or in two', async () => {
  const { app, client } = await guarded();
  const mine = await browserWith(client, ADMIN_KEY);
  for (const other of [mine.cookie, 'memory-vault-80=planted', 'memory-vault-80=']) {
    for (const cookie of [`${mine.cookie}; ${other}`, `${other}; ${mine.cookie}`])
      expect(await callerOf(client, { ...OWN_PAGE, cookie })).toBe('anonymous');
  }
  const { exchange, port } = await listening(app);
  const lines = `GET /auth/browser HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n`;
  const answer = await client.call('POST', '/auth/browser', {
    payload: { token: ADMIN_KEY },
    headers: { ...OWN_PAGE, host: `localhost:${port}` },
  });
  const cookie = `Cookie: ${cookieIn(answer.headers)}\r\n`;
  const planted = `Cookie: memory-vault-${port}=planted\r\n`;
  const callers = [];
  for (const headers of [cookie, cookie + planted, planted + cookie]) {
    const [one] = await exchange(`${lines}${headers}\r\n`);
    callers.push(JSON.parse(one?.body ?? '').caller);
  }
  expect(callers).toEqual(['owner', 'anonymous', 'anonymous']);
});

const value = 'f'.repeat(64);
const HOSTILE = [
  '',
  ';',
  '=;=;=',
  ';'.repeat(15_000),
  'a=b;'.repeat(3500),
  `memory-vault-80=${'f'.repeat(15_000)}`,
  'memory-vault-80',
  'memory-vault-80=',
  'memory-vault-80=__proto__',
  `memory-vault-80="${value}"`,
  `memory-vault-80=${value}=`,
  `memory-vault-80=${encodeURIComponent(value)}%00`,
  `Memory-Vault-80=${value}`,
  `__Host-memory-vault-80=${value}`,
  `memory-vault-80=${"' OR '1'='1"}`,
  `memory-vault-80=\u00ff\u00fe`,
  'toString=1; constructor=2; __proto__=3',
];

test('no hostile Cookie header makes anybody somebody, or an error of the service', async () => {
  const { client } = await guarded();
  await browserWith(client, ADMIN_KEY);
  for (const cookie of HOSTILE) {
    const headers = { ...OWN_PAGE, cookie };
    expect([cookie.slice(0, 40), await callerOf(client, headers)]).toEqual([
      cookie.slice(0, 40),
      'anonymous',
    ]);
    const refused = await client.call('GET', '/admin/teams', { headers });
    expect(refused.statusCode).toBe(401);
  }
});

test('a Cookie header that is too large is refused as any other head', async () => {
  const { exchange } = await listening(await testApp());
  const Cookie = `memory-vault=${'x'.repeat(20_000)}`;
  const [refused] = await exchange(request('GET /auth/browser', { ...OWN_PAGE, Cookie }));
  expect(refused?.status).toBe(413);
});

test('no answer may be shown in a frame', async () => {
  const { client } = await guarded();
  const browser = await browserWith(client, ADMIN_KEY);
  const pages = [
    '/',
    '/docs',
    '/docs/guide',
    '/docs/guide/agents',
    '/nowhere',
    '/auth/browser',
    '/admin/x',
  ];
  const paths = [...ROUTES.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')), ...pages];
  for (const url of new Set(paths)) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { headers } = await client.server.inject({ method, url, headers: browser });
      expect([url, headers['x-frame-options']]).toEqual([url, 'DENY']);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    // What the last one may have ended.
    Object.assign(browser, await browserWith(client, ADMIN_KEY));
  }
});

test('guessing codes is refused after a few attempts, also for who has a credential that is right', async () => {
  const { client } = await guarded({ VAULT_CREDENTIAL_LIMIT: '5' });
  const { headers } = await loggedIn(client);
  const { code } = (await client.call('POST', '/auth/code', { headers: ADMIN })).json();
  // A token that was right before is no guess, but what stands in the body is one.
  expect((await client.call('GET', '/auth/me', { headers })).statusCode).toBe(200);
  const guess = async (token: string, more = {}) => {
    const payload = { token };
    const sent = { payload, headers: { ...OWN_PAGE, ...more } };
    return (await client.call('POST', '/auth/browser', sent)).statusCode;
  };
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push(await guess(`AAAA-AAA${i}`, headers));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(await guess(code)).toBe(429);
  expect(await guess(ADMIN_KEY, headers)).toBe(429);
});

test('a code works in one browser, and not after two minutes', async () => {
  const { client, clock } = await guarded();
  const issue = async () => (await client.call('POST', '/auth/code', { headers: ADMIN })).json();
  const logIn = (token: string) =>
    client.call('POST', '/auth/browser', { payload: { token }, headers: OWN_PAGE });
  const first = await issue();
  const both = await Promise.all([logIn(first.code), logIn(first.code)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const second = await issue();
  clock.advance(120_000);
  expect((await logIn(second.code)).statusCode).toBe(401);
  // In a header it is nothing.
  const { code } = await issue();
  for (const headers of [{ 'x-admin-key': code }, { authorization: `Bearer ${code}` }])
    expect((await client.call('GET', '/admin/teams', { headers })).statusCode).toBe(401);
});

test('a member with a cookie gets nothing from any route for admins, and changes nothing', async () => {
  const { app, client } = await guarded();
  const secret = 'walnut';
  await asOwner(client, 'POST', '/admin/teams', { name: secret });
  await asOwner(client, 'POST', `/admin/teams/${secret}/members`, {
    email: `${secret}@example.org`,
  });
  const { token } = await loggedIn(client);
  const browser = await browserWith(client, token);
  const before = await app.log.head();
  const admins = ROUTES.filter((route) => ACCESS[nameOf(route)] === 'admins');
  expect(admins.length).toBeGreaterThan(30);
  for (const route of admins) {
    for (const accept of ['application/json', 'text/event-stream']) {
      const url = route.path.replaceAll(/\{\w+\}/g, secret);
      const payload = route.example === undefined ? {} : { payload: route.example as object }; // JSON
      const headers = { ...browser, accept };
      const { statusCode, body } = await client.call(route.method, url, { headers, ...payload });
      expect([nameOf(route), statusCode]).toEqual([nameOf(route), 403]);
      expect(body).not.toContain(secret);
    }
  }
  expect(await app.log.head()).toEqual(before);
});

test('agents and vaults are not let in by a cookie, nor does it give codes', async () => {
  const { client } = await guarded({ VAULT_HIVE_INGEST_KEY: 'the-key-of-this-hive' });
  const headers = await browserWith(client, ADMIN_KEY);
  for (const route of ROUTES) {
    const access = ACCESS[nameOf(route)];
    const isForPrograms = ['/mcp', '/auth/code'].includes(route.path) || access === 'vaults';
    if (!isForPrograms) continue;
    const payload = route.example === undefined ? {} : { payload: route.example as object }; // JSON
    const refused = await client.call(route.method, route.path, { headers, ...payload });
    expect([nameOf(route), refused.json().code]).toEqual([nameOf(route), 'missing_credential']);
  }
});

/** Reads a stream until it ends. */
async function streamed(client: Client): Promise<string> {
  const address = await client.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(address);
  const payload = { token: ADMIN_KEY };
  const own = { ...OWN_PAGE, host: `localhost:${port}` };
  const login = await client.call('POST', '/auth/browser', { payload, headers: own });
  const cookie = cookieIn(login.headers);
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = { ...own, cookie, accept: 'text/event-stream' };
    const asked = get(`${address}/admin/events`, { headers: sent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', async (chunk) => {
        const isFirst = text === '';
        text += chunk;
        if (!isFirst) return;
        await client.call('DELETE', '/auth/browser', { headers: { ...own, cookie } });
        await client.call('POST', '/admin/teams', { payload: { name: 'later' }, headers: ADMIN });
      });
      answer.once('end', () => resolve(text));
    });
    asked.once('error', reject);
  });
}

test('a stream of events ends with the login of the browser, before it says anything more', async () => {
  const { client } = await guarded();
  await asOwner(client, 'POST', '/admin/teams', { name: 'early' });
  const text = await streamed(client);
  expect(text).toContain('retry:');
  expect(text).not.toContain('later');
});

test('of a long upload, nothing is saved that arrives after the browser was logged out', async () => {
  const { app, client } = await guarded();
  const { port } = new URL(await client.server.listen({ host: '127.0.0.1', port: 0 }));
  const own = { ...OWN_PAGE, host: `localhost:${port}` };
  for (const path of [
    '/api/v1/observations/batch',
    '/api/v1/admin/import?source=archive&run=01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  ]) {
    const payload = { token: ADMIN_KEY };
    const login = await client.call('POST', '/auth/browser', { payload, headers: own });
    const headers = { ...own, cookie: cookieIn(login.headers) };
    const upload = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    });
    const answered = once(upload, 'response');
    const line = (title: string) => `${JSON.stringify(note({ title }))}\n`;
    const began = once(client.server.server, 'request');
    upload.write(line('early'));
    await began;
    // Which takes as long as letting the upload begin.
    expect(await callerOf(client, headers)).toBe('owner');
    await client.call('DELETE', '/auth/browser', { headers });
    upload.end(line('late'));
    const [answer] = await answered;
    answer.resume();
    expect([path, answer.statusCode]).toEqual([path, 401]);
  }
  const { entries } = await app.log.readEntries(0, 100, {});
  expect(JSON.stringify(entries.map(({ data }) => data))).not.toContain('late');
});

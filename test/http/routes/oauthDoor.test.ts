import { expect, test } from 'vitest';
import { PAGE_CSP } from '../../../src/http/answers/page.js';
import { note } from '../../support/notes.js';
import { oauthClient, oauthVault, REDIRECT } from '../../support/oauthClient.js';

const ELSEWHERE = 'https://else.example';
const METADATA = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
];

/** What a tool answers to an application. */
const called = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

test('a person lets an application do less than it asks for, in some projects only', async () => {
  const { client, ada, oauth, mcp } = await oauthVault();
  const asked = { scope: 'read write forget' };
  const agreed = { scope: ['read', 'write'], projects: ['Shop', 'shop', 'depot'] };
  const answer = await oauth.consent(ada.headers, 'approve', asked, agreed);
  const code = new URL(answer.json().redirect).searchParams.get('code') ?? '';
  const first = (await oauth.exchange(code)).json();
  expect(first.scope).toBe('read write');
  const { access_token, scope } = (await oauth.refresh(first.refresh_token)).json();
  expect(scope).toBe('read write');
  const list = await client.call('GET', '/api/v1/tokens', { headers: ada.headers });
  expect(list.json()[0]).toMatchObject({ scope: ['read', 'write'], projects: ['shop', 'depot'] });
  const save = async (project: string) =>
    (await mcp(access_token, called('memory_save', { ...note(), project }))).json().result.isError;
  expect(await save('shop')).not.toBe(true);
  expect(await save('payroll')).toBe(true);
});

test.each([
  ['cursor://claude.ai/callback', { redirect_host: 'cursor://claude.ai', redirect_program: true }],
  ['com.example.app:/callback', { redirect_host: 'com.example.app:', redirect_program: true }],
  ['https://localhost:8443/callback', { redirect_host: 'localhost:8443', redirect_program: true }],
  ['https://claude.ai/callback', { redirect_host: 'claude.ai' }],
])('for %s, a person sees whether the answer goes to a program', async (redirect_uri, place) => {
  const { client, ada } = await oauthVault();
  const oauth = await oauthClient(client, (id) =>
    JSON.stringify({ client_id: id, client_name: 'Example', redirect_uris: [redirect_uri] }),
  );
  const {
    client: _,
    client_host: __,
    scope: ___,
    ...shown
  } = (await oauth.consent(ada.headers, undefined, { redirect_uri })).json();
  expect(shown).toEqual(place);
});

test('a long name of an application is cut between its characters', async () => {
  const { client, ada } = await oauthVault();
  const client_name = `${'a'.repeat(59)}😀 and more`;
  const oauth = await oauthClient(client, (id) =>
    JSON.stringify({ client_id: id, client_name, redirect_uris: [REDIRECT] }),
  );
  await oauth.connect(ada.headers);
  const list = await client.call('GET', '/api/v1/tokens', { headers: ada.headers });
  expect(list.json()[0].name).toBe(`${'a'.repeat(59)}😀 (${new URL(oauth.id).host})`);
});

test('nobody lets an application do more than it asks for', async () => {
  const { ada, oauth } = await oauthVault();
  const refused = await oauth.consent(ada.headers, 'approve', {}, { scope: ['read', 'forget'] });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('it asks for read, write alone');
  const nothing = await oauth.consent(ada.headers, 'approve', {}, { scope: [] });
  expect(nothing.statusCode).toBe(400);
});

test.each([
  ['of another site', { origin: ELSEWHERE }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['without an address', { origin: 'null' }],
  ['that says nothing but where it is', { 'sec-fetch-site': 'cross-site' }],
])('a page %s lets no application in', async (_, headers) => {
  const { client, ada, oauth } = await oauthVault();
  const answer = await oauth.consent({ ...ada.headers, ...headers }, 'approve');
  expect(answer.statusCode).toBe(403);
  expect((await client.call('GET', '/api/v1/tokens', { headers: ada.headers })).json()).toEqual([]);
});

test('a form of another site is no decision: it has neither the type nor the login', async () => {
  const { client, ada, oauth } = await oauthVault();
  const payload = `query=${encodeURIComponent(oauth.request())}&decision=approve`;
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const headers = { ...ada.headers, 'content-type': type };
    const answer = await client.server.inject({
      method: 'POST',
      url: '/oauth/consent',
      headers,
      payload,
    });
    expect(answer.statusCode).toBe(415);
  }
});

test('nothing of it may be framed, and going to the page needs no script of another site', async () => {
  const { client, oauth } = await oauthVault();
  const asked = await client.server.inject(`/oauth/authorize?${oauth.request()}`);
  expect(asked.headers['x-frame-options']).toBe('DENY');
  expect(asked.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(PAGE_CSP).toContain("frame-ancestors 'none'");
  expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  expect(asked.headers['referrer-policy']).toBe('no-referrer');
});

test('/oauth/authorize leads to the page of the vault alone, whatever it is asked', async () => {
  const { client } = await oauthVault();
  for (const query of [
    '',
    `?redirect_uri=${ELSEWHERE}`,
    '?//else.example',
    '?%0d%0aLocation:%20https://else.example',
    '?#//else.example',
  ]) {
    const { statusCode, headers } = await client.server.inject(`/oauth/authorize${query}`);
    expect(statusCode).toBe(303);
    expect(new URL(String(headers.location)).origin).toBe('http://127.0.0.1:7437');
  }
});

test('applications in browsers get metadata and tokens from any origin, and nothing else', async () => {
  const { client, ada, oauth } = await oauthVault();
  const headers = { origin: ELSEWHERE };
  for (const path of METADATA) {
    const answer = await client.server.inject({ url: path, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  }
  const preflight = await client.server.inject({
    method: 'OPTIONS',
    url: '/oauth/token',
    headers: { ...headers, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  const tokens = await oauth.exchange(await oauth.code(ada.headers), {}, headers);
  expect(tokens.statusCode, tokens.body).toBe(200);
  expect(tokens.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  });
  const authorization = `Bearer ${tokens.json().access_token}`;
  const mcp = { method: 'POST', url: '/mcp', headers: { ...headers, authorization } } as const;
  expect((await client.server.inject(mcp)).statusCode).toBe(403);
});

test('the page that VAULT_CORS_ORIGIN names may use /mcp, and is told where to get a token', async () => {
  const { client } = await oauthVault({ VAULT_CORS_ORIGIN: ELSEWHERE });
  const { statusCode, headers } = await client.call('POST', '/mcp', {
    headers: { origin: ELSEWHERE },
  });
  expect(statusCode).toBe(401);
  expect(headers['access-control-allow-origin']).toBe(ELSEWHERE);
  expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
});

test('after too many wrong codes an address has to wait, and logins from it do not', async () => {
  const { client, ada, oauth } = await oauthVault({ VAULT_CREDENTIAL_LIMIT: '3' });
  const code = await oauth.code(ada.headers);
  for (let i = 0; i < 3; i += 1) {
    const wrong = await (i === 1
      ? oauth.form('/oauth/revoke', { token: 'mvr_x' })
      : oauth.exchange('mvr_x'));
    expect(wrong.statusCode).toBe(i === 1 ? 200 : 400);
  }
  const refused = await oauth.exchange(code);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await client.call('GET', '/auth/me', { headers: ada.headers })).statusCode).toBe(200);
});

test('an application that was disconnected and asks again keeps no other one from its address waiting', async () => {
  const { ada, oauth } = await oauthVault({ VAULT_CREDENTIAL_LIMIT: '3' });
  const { refresh_token } = await oauth.connect(ada.headers);
  await oauth.form('/oauth/revoke', { token: refresh_token });
  for (let i = 0; i < 5; i += 1)
    expect((await oauth.refresh(refresh_token)).json().error).toBe('invalid_grant');
  expect((await oauth.exchange(await oauth.code(ada.headers))).statusCode).toBe(200);
});

test('what an application sends wrongly is no guess', async () => {
  const { ada, oauth } = await oauthVault({ VAULT_CREDENTIAL_LIMIT: '3' });
  const code = await oauth.code(ada.headers);
  for (let i = 0; i < 5; i += 1)
    expect((await oauth.exchange(code, { grant_type: 'password' })).statusCode).toBe(400);
  expect((await oauth.exchange(code)).statusCode).toBe(200);
});

test('one person has twenty documents read in a minute, whatever is in them', async () => {
  const { ada, oauth, after } = await oauthVault();
  const ask = (i: number) =>
    oauth.consent(ada.headers, undefined, { client_id: `${oauth.id}?another=${i}` });
  for (let i = 0; i < 20; i += 1) expect((await ask(i)).statusCode).toBe(400);
  const refused = await ask(20);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(oauth.asked()).toBe(20);
  after(61);
  expect((await oauth.consent(ada.headers)).statusCode).toBe(200);
});

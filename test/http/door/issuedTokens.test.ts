import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { asOwner, loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const PUBLIC = 'https://vault.example';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const save = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'memory_save', arguments: { ...note(), project: 'p' } },
};

/** An issuer of tokens on this machine, with one key. */
async function issuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  let asked = 0;
  let instead: string | undefined;
  let ofKeys: { status: number; text: string } | undefined;
  const server = createServer((request, response) => {
    asked += 1;
    if (instead !== undefined) return void response.end(instead);
    const isMetadata = request.url === '/.well-known/openid-configuration';
    if (!isMetadata && ofKeys) return void response.writeHead(ofKeys.status).end(ofKeys.text);
    response.end(
      JSON.stringify(isMetadata ? { issuer: url, jwks_uri: `${url}/jwks` } : { keys: [jwk] }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // Listening on TCP, so the address is no path of a socket.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: object = {}, key = privateKey) =>
    new SignJWT({
      iss: url,
      aud: `${PUBLIC}/mcp`,
      email: 'ada@example.org',
      email_verified: true,
      client_id: 'https://client.example/id',
      scope: 'openid read write',
      exp: Math.floor(Date.now() / 1000) + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(key);
  return {
    url,
    sign,
    asked: () => asked,
    stop: () => server.close(),
    fail: (text = 'no JSON') => {
      instead = text;
    },
    failKeys: (status: number, text: string) => {
      ofKeys = { status, text };
    },
  };
}

async function vault() {
  const login = await issuer();
  const app = await testApp({
    VAULT_AUTH: 'session',
    VAULT_PUBLIC_URL: PUBLIC,
    VAULT_OIDC_ISSUER: login.url,
  });
  const client = await testClient(app);
  const ada = await loggedIn(client);
  const mcp = (token: string | undefined, payload: object = LIST) =>
    client.call('POST', '/mcp', {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      payload,
    });
  return { client, ada, login, mcp };
}

test('a client without a token is told where it gets one', async () => {
  const { client, login, mcp } = await vault();
  const refused = await mcp(undefined);
  expect(refused.statusCode).toBe(401);
  const url = `${PUBLIC}/.well-known/oauth-protected-resource/mcp`;
  expect(refused.headers['www-authenticate']).toBe(
    `Bearer resource_metadata="${url}", scope="read write"`,
  );
  const metadata = await client.call('GET', new URL(url).pathname);
  expect(metadata.json()).toMatchObject({
    resource: `${PUBLIC}/mcp`,
    authorization_servers: [login.url],
    scopes_supported: ['read', 'write', 'forget'],
  });
});

test('an access token acts for the member with its e-mail, and the log tells its client apart', async () => {
  const { client, ada, login, mcp } = await vault();
  const token = await login.sign();
  expect((await mcp(token)).json().result.tools).not.toEqual([]);
  const saved = await mcp(token, save);
  expect(saved.json().result.isError, saved.body).not.toBe(true);
  const events = await asOwner(client, 'GET', '/admin/events?limit=1000');
  expect(events.body).toMatch(new RegExp(`member:${ada.member} token:oidc[0-9a-f]{16}"`));
  expect(events.body).not.toContain('client.example');
});

test('scopes bound what it may do, and no access token administers the vault', async () => {
  const { client, login, mcp } = await vault();
  const reader = await login.sign({ scope: undefined, scp: ['read'] });
  expect((await mcp(reader)).statusCode).toBe(200);
  const saved = await mcp(reader, save);
  expect(saved.json().result).toMatchObject({ isError: true });
  expect(saved.body).toContain('needs the scope write');
  expect((await mcp(await login.sign({ scope: 'openid' }))).statusCode).toBe(403);
  const headers = { authorization: `Bearer ${await login.sign({ scope: 'read write forget' })}` };
  expect((await client.call('GET', '/admin/events', { headers })).statusCode).toBe(403);
});

test.each([
  ['for another audience', { aud: 'https://else.example/mcp' }],
  ['of another issuer', { iss: 'https://else.example' }],
  ['that has expired', { exp: 1 }],
  ['of nobody who is a member', { email: 'eve@example.org' }],
  ['with an e-mail that nobody checked', { email_verified: false }],
  ['without e-mail', { email: undefined }],
  ['that never ends', { exp: undefined }],
  ['that is an ID token by its claims', { at_hash: 'x' }],
  ['that says that it is an ID token', { typ: 'ID' }],
])('an access token %s is refused', async (_, claims) => {
  const { login, mcp } = await vault();
  const refused = await mcp(await login.sign(claims));
  expect(refused.statusCode, refused.body).toBe(401);
  expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
});

test('an access token with the signature of somebody else is refused, and none of a stranger asks the issuer', async () => {
  const { login, mcp } = await vault();
  const { privateKey } = await generateKeyPair('ES256');
  expect((await mcp('a.b.c')).statusCode).toBe(401);
  expect((await mcp(await login.sign({ iss: 'https://else.example' }))).statusCode).toBe(401);
  expect(login.asked()).toBe(0);
  expect((await mcp(await login.sign({}, privateKey))).statusCode).toBe(401);
});

test('while the issuer does not answer, a token is neither taken nor called wrong', async () => {
  const { login, mcp } = await vault();
  login.stop();
  expect((await mcp(await login.sign())).statusCode).toBe(503);
});

test('an issuer that fails is not asked again for each request', async () => {
  const { login, mcp } = await vault();
  login.fail();
  for (let i = 0; i < 3; i++) expect((await mcp(await login.sign())).statusCode).toBe(503);
  expect(login.asked()).toBe(1);
});

test.each([
  ['by a failure', 500, 'no'],
  ['by a page of HTML', 200, '<html>'],
  ['without keys', 200, '{}'],
])(
  'while the keys of the issuer are answered %s, no token is called wrong',
  async (_, ...answer) => {
    const { login, mcp } = await vault();
    login.failKeys(...answer);
    for (let i = 0; i < 3; i++) expect((await mcp(await login.sign())).statusCode).toBe(503);
    expect(login.asked()).toBe(2);
  },
);

test('while keys are known, tokens are taken, whatever becomes of the issuer', async () => {
  const { login, mcp } = await vault();
  const token = await login.sign();
  expect((await mcp(token)).statusCode).toBe(200);
  login.stop();
  login.failKeys(500, 'no');
  expect((await mcp(token)).statusCode).toBe(200);
});

test('an answer of the issuer that is too large is not read', async () => {
  const { login, mcp } = await vault();
  login.fail(
    JSON.stringify({ issuer: login.url, jwks_uri: `${login.url}/jwks`, more: 'x'.repeat(300_000) }),
  );
  expect((await mcp(await login.sign())).statusCode).toBe(503);
});

test('a vault without an issuer tells of none', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const refused = await client.call('POST', '/mcp', { payload: LIST });
  expect(refused.headers['www-authenticate']).toBe('Bearer');
  const metadata = await client.call('GET', '/.well-known/oauth-protected-resource/mcp');
  expect(metadata.statusCode).toBe(404);
});

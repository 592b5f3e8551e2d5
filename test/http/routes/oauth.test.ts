import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { LIST_TOOLS, oauthVault, PUBLIC, REDIRECT } from '../../support/oauthClient.js';
import { asOwner, MEMBERS } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const SAVE = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'memory_save', arguments: { ...note(), project: 'p' } },
};

test('a client finds out where it is let in, and a browser is sent to the page', async () => {
  const { client, oauth } = await oauthVault();
  const refused = await client.call('POST', '/mcp', { payload: LIST_TOOLS });
  expect(refused.headers['www-authenticate']).toContain('resource_metadata=');
  const resource = await client.call('GET', '/.well-known/oauth-protected-resource/mcp');
  expect(resource.json().authorization_servers).toEqual([PUBLIC]);
  const metadata = await client.server.inject('/.well-known/oauth-authorization-server');
  expect(metadata.json()).toMatchObject({
    issuer: PUBLIC,
    authorization_endpoint: `${PUBLIC}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  const asked = await client.server.inject(`/oauth/authorize?${oauth.request()}`);
  expect(asked.statusCode).toBe(303);
  expect(asked.headers.location).toBe(`${PUBLIC}/#/connect?${oauth.request()}`);
});

test('a person sees who asks for what, and the answer goes back to the client alone', async () => {
  const { ada, oauth } = await oauthVault();
  const shown = await oauth.consent(ada.headers);
  expect(shown.json()).toEqual({
    client: 'Example',
    client_host: new URL(oauth.id).host,
    redirect_host: '127.0.0.1:7777',
    redirect_program: true,
    scope: ['read', 'write'],
  });
  const agreed = new URL((await oauth.consent(ada.headers, 'approve')).json().redirect);
  expect(agreed.searchParams.get('iss')).toBe(PUBLIC);
  const denied = new URL((await oauth.consent(ada.headers, 'deny')).json().redirect);
  expect(`${denied.origin}${denied.pathname}`).toBe(REDIRECT);
  expect(Object.fromEntries(denied.searchParams)).toEqual({
    error: 'access_denied',
    state: 'of the client',
    iss: PUBLIC,
  });
  expect(oauth.asked()).toBe(1);
});

test('with a code, an application acts for the person as far as it was agreed, and is listed', async () => {
  const { client, ada, oauth, mcp } = await oauthVault();
  const { access_token, scope } = await oauth.connect(ada.headers);
  expect(scope).toBe('read write');
  const saved = await mcp(access_token, SAVE);
  expect(saved.json().result.isError, saved.body).not.toBe(true);
  const list = await client.call('GET', '/api/v1/tokens', { headers: ada.headers });
  const [one] = list.json();
  expect(one).toMatchObject({
    application: true,
    holder: 'ada@example.org',
    scope: ['read', 'write'],
  });
  expect(one.name).toContain('Example');
  const events = await asOwner(client, 'GET', '/admin/events?limit=1000');
  expect(events.body).toContain(`member:${ada.member} token:${one.id}`);
  const ended = await client.call('DELETE', `/api/v1/tokens/${one.id}`, { headers: ada.headers });
  expect(ended.statusCode).toBe(204);
  const refused = await mcp(access_token);
  expect(refused.statusCode).toBe(401);
  expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
});

test('an application that may only write is told what it lacks, and none lets another one in', async () => {
  const { ada, oauth, mcp } = await oauthVault();
  const { access_token } = await oauth.connect(ada.headers, { scope: 'write' });
  const refused = await mcp(access_token);
  expect(refused.statusCode).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope"');
  const another = await oauth.consent({ authorization: `Bearer ${access_token}` }, 'approve');
  expect(another.statusCode).toBe(403);
  expect((await oauth.consent({}, 'approve')).statusCode).toBe(401);
});

test('an access token ends after an hour, and a refresh token gives the next ones', async () => {
  const { ada, oauth, mcp, after } = await oauthVault();
  const first = await oauth.connect(ada.headers);
  after(3601);
  expect((await mcp(first.access_token)).statusCode).toBe(401);
  const stolen = await oauth.refresh(first.refresh_token, { client_id: 'https://else.example/c' });
  expect(stolen.json().error).toBe('invalid_grant');
  const renewed = await oauth.refresh(first.refresh_token);
  expect(renewed.statusCode, renewed.body).toBe(200);
  expect((await mcp(renewed.json().access_token)).statusCode).toBe(200);
  after(31 * 86_400);
  expect((await oauth.refresh(renewed.json().refresh_token)).json().error).toBe('invalid_grant');
});

test.each(['code', 'refresh'] as const)('a %s that is shown twice ends the grant', async (kind) => {
  const { ada, oauth, mcp } = await oauthVault();
  const code = await oauth.code(ada.headers);
  const first = (await oauth.exchange(code)).json();
  const second = (await oauth.refresh(first.refresh_token)).json();
  expect((await mcp(second.access_token)).statusCode).toBe(200);
  const again = await (kind === 'code' ? oauth.exchange(code) : oauth.refresh(first.refresh_token));
  expect(again.json().error).toBe('invalid_grant');
  expect((await mcp(second.access_token)).statusCode).toBe(401);
  expect((await oauth.refresh(second.refresh_token)).json().error).toBe('invalid_grant');
});

test.each([
  ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
  ['another client', { client_id: 'https://else.example/c' }, 'invalid_grant'],
  ['another resource', { resource: 'https://else.example/mcp' }, 'invalid_target'],
  ['another kind', { grant_type: 'refresh_token' }, 'invalid_request'],
  ['a kind that nobody knows', { grant_type: 'password' }, 'unsupported_grant_type'],
])('a code with %s is refused, and stays good for whom it is', async (_, changes, error) => {
  const { ada, oauth } = await oauthVault();
  const code = await oauth.code(ada.headers);
  const refused = await oauth.exchange(code, changes);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().error).toBe(error);
  expect((await oauth.exchange(code)).statusCode).toBe(200);
});

test('a code lasts a minute, and one that the vault has not made is none', async () => {
  const { ada, oauth, after } = await oauthVault();
  const code = await oauth.code(ada.headers);
  expect((await oauth.exchange(`${code.slice(0, -1)}x`)).json().error).toBe('invalid_grant');
  after(61);
  expect((await oauth.exchange(code)).json().error).toBe('invalid_grant');
});

test.each(['access_token', 'refresh_token'] as const)(
  'a client ends its access by its %s',
  async (kind) => {
    const { ada, oauth, mcp } = await oauthVault();
    const tokens = await oauth.connect(ada.headers);
    for (const token of [tokens[kind], tokens[kind], 'unknown'])
      expect((await oauth.form('/oauth/revoke', { token })).statusCode).toBe(200);
    expect((await mcp(tokens.access_token)).statusCode).toBe(401);
    expect((await oauth.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant');
  },
);

test('a parameter that stands twice is refused, and one that nobody knows is ignored', async () => {
  const { client, ada, oauth } = await oauthVault();
  const asking = (query: string) =>
    client.call('POST', '/oauth/consent', { headers: ada.headers, payload: { query } });
  const twice = (await asking(`${oauth.request()}&scope=read`)).json();
  expect(twice.problem).toBe('scope must be sent once');
  expect((await asking(`${oauth.request()}&prompt=consent`)).json().problem).toBeUndefined();
  const code = await oauth.code(ada.headers, { prompt: 'consent' });
  const form = await client.server.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=authorization_code&code=${code}&code=${code}`,
  });
  expect([form.statusCode, form.json().error]).toEqual([400, 'invalid_request']);
  expect((await oauth.exchange(code, { audience: 'x' })).statusCode).toBe(200);
});

test('a client cannot end the access of another one', async () => {
  const { ada, oauth, mcp } = await oauthVault();
  const { access_token } = await oauth.connect(ada.headers);
  const form = { token: access_token, client_id: 'https://else.example/c' };
  const refused = await oauth.form('/oauth/revoke', form);
  expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_client']);
  expect((await mcp(access_token)).statusCode).toBe(200);
});

test('a resource is compared as an address is, and a parameter without a value counts as left out', async () => {
  const { ada, oauth } = await oauthVault();
  const resource = 'HTTP://127.0.0.1:7437/mcp';
  const code = await oauth.code(ada.headers, { resource });
  expect((await oauth.exchange(code, { resource, scope: '' })).statusCode).toBe(200);
  const asked = { scope: '', resource: '', state: '' };
  const url = new URL((await oauth.consent(ada.headers, 'approve', asked)).json().redirect);
  expect([url.searchParams.has('code'), url.searchParams.has('state')]).toEqual([true, false]);
});

test('a client cannot end the token that a person made', async () => {
  const { client, ada, oauth, mcp } = await oauthVault();
  const payload = { name: 'ci', scope: ['read'] };
  const made = await client.call('POST', '/api/v1/tokens', { headers: ada.headers, payload });
  const { token } = made.json();
  expect((await oauth.form('/oauth/revoke', { token })).statusCode).toBe(200);
  expect((await mcp(token)).statusCode).toBe(200);
});

test('with its member, the access of an application ends', async () => {
  const { client, ada, oauth, mcp } = await oauthVault();
  const tokens = await oauth.connect(ada.headers);
  const code = await oauth.code(ada.headers);
  const removed = await asOwner(client, 'DELETE', `${MEMBERS}/${ada.member}`);
  expect(removed.statusCode, removed.body).toBeLessThan(300);
  expect((await mcp(tokens.access_token)).statusCode).toBe(401);
  expect((await oauth.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant');
  expect((await oauth.exchange(code)).json().error).toBe('invalid_grant');
});

test.each([
  ['without PKCE', { code_challenge: '' }, 'invalid_request'],
  ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ['for another resource', { resource: 'https://else.example' }, 'invalid_target'],
  ['for scopes that nobody knows', { scope: 'admin' }, 'invalid_scope'],
])('a request %s is sent back to its client', async (_, changes, error) => {
  const { ada, oauth } = await oauthVault();
  const answer = await oauth.consent(ada.headers, 'approve', changes);
  const back = new URL(answer.json().redirect);
  expect(back.searchParams.get('error')).toBe(error);
  expect(back.searchParams.get('iss')).toBe(PUBLIC);
  expect(back.searchParams.get('code')).toBeNull();
  const shown = (await oauth.consent(ada.headers, undefined, changes)).json();
  expect(shown).toMatchObject({ redirect_host: '127.0.0.1:7777', redirect: back.href });
  expect(shown.problem).toBe(back.searchParams.get('error_description'));
});

test.each([
  ['a redirect URI that it does not name', { redirect_uri: 'https://else.example/callback' }],
  ['a script as redirect URI', { redirect_uri: 'javascript:alert(1)' }],
  ['a client in the network of the vault', { client_id: 'https://192.168.0.1/client.json' }],
  ['a client by plain HTTP', { client_id: 'http://client.example/client.json' }],
  ['a client that is no address', { client_id: 'example' }],
])('a request with %s goes nowhere', async (_, changes) => {
  const { ada, oauth } = await oauthVault();
  const answer = await oauth.consent(ada.headers, 'approve', changes);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().redirect).toBeUndefined();
});

test.each([
  ['nobody has to log in', { VAULT_AUTH: 'open', VAULT_PUBLIC_URL: PUBLIC }],
  ['no public URL is known', { VAULT_AUTH: 'session' }],
  [
    'it is reached in plain text',
    { VAULT_AUTH: 'session', VAULT_PUBLIC_URL: 'http://vault.example' },
  ],
])('where %s, no application is let in', async (_, settings) => {
  const client = await testClient(await testApp(settings));
  expect((await client.server.inject('/.well-known/oauth-authorization-server')).statusCode).toBe(
    404,
  );
  expect((await client.server.inject('/oauth/authorize')).statusCode).toBe(404);
});

test('a note keeps no code, access token or refresh token that is in it', async () => {
  const { client, ada, oauth } = await oauthVault();
  const code = await oauth.code(ada.headers);
  const { access_token, refresh_token } = (await oauth.exchange(code)).json();
  const secrets = [code, access_token, refresh_token];
  const payload = { ...note(), project: 'p', content: `What was sent: ${secrets.join(', ')}.` };
  const saved = await client.call('POST', '/api/v1/observations', {
    headers: ada.headers,
    payload,
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const read = await client.call('GET', `/api/v1/observations/${saved.json().id}`, {
    headers: ada.headers,
  });
  expect(read.json().content).toContain('What was sent: [REDACTED');
  for (const secret of secrets) expect(read.body).not.toContain(secret);
});

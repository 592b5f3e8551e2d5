import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callerOf, newSecret } from '../../../src/connect/proof.js';
import { type Client, testClient } from '../../support/client.js';
import { loggedIn } from '../../support/team.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATUS = '/api/v1/status';

/** The limit that an answer names, for a caller with this address and these headers. */
async function limitFor(
  client: Client,
  remoteAddress: string,
  headers: Record<string, string> = {},
) {
  const answer = await client.call('GET', STATUS, { remoteAddress, headers });
  return answer.headers['ratelimit-limit'];
}

const SECRET = newSecret();
const PROGRAM = { 'x-vault-caller': callerOf(SECRET) };
const PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const OWNER = { 'x-admin-key': ADMIN_KEY };

test.each<[string, Record<string, string>, string]>([
  ['a caller that says nothing', {}, '120'],
  ['a program that has read the secret', PROGRAM, '6000'],
  ['a program that made something up', { 'x-vault-caller': 'ab'.repeat(32) }, '120'],
  ['a program that sends the secret itself', { 'x-vault-caller': SECRET }, '120'],
  ['who answers a challenge of his own', { ...challenged('nonce'), 'x-vault-proof': 'x' }, '120'],
  ['the page', PAGE, '6000'],
  ['the page of another port', { ...PAGE, 'sec-fetch-site': 'same-site' }, '120'],
  ['the page of another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }, '120'],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, '120'],
  ['a page under another name', { ...PAGE, host: 'vault.example' }, '120'],
  ['a page behind a proxy', { ...PAGE, 'x-forwarded-for': '192.0.2.1' }, '120'],
  ['the owner', OWNER, '6000'],
  ['the owner, as Bearer', { authorization: `Bearer ${ADMIN_KEY}` }, '6000'],
])('on this machine, the limit of %s is that of who is known or not', async (_, headers, limit) => {
  const app = await testApp({ VAULT_RATE_LIMIT: '', VAULT_ALLOWED_HOSTS: 'vault.example' });
  const client = await testClient(app, { secret: SECRET });
  expect(await limitFor(client, '127.0.0.1', headers)).toBe(limit);
});

function challenged(nonce: string) {
  return { 'x-vault-challenge': nonce, 'x-vault-caller': callerOf(SECRET, nonce) };
}

test('what a program sends with a challenge is good for the answer to it, and for no other call', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '' }), { secret: SECRET });
  const limit = async (url: string, headers: Record<string, string>) =>
    (await client.server.inject({ url, headers })).headers['ratelimit-limit'];
  expect(await limit('/healthz', challenged('nonce'))).toBe('6000');
  expect(await limit('/healthz', { ...challenged('nonce'), 'x-vault-challenge': 'x' })).toBe('120');
  expect(await limit(STATUS, challenged('nonce'))).toBe('120');
  expect(await limit(STATUS, { 'x-vault-caller': callerOf(SECRET, 'nonce') })).toBe('120');
});

test('each that the service knows has a budget of its own, whatever the others have used and wherever it calls from', async () => {
  const app = await testApp({
    VAULT_RATE_LIMIT: '2',
    VAULT_KNOWN_RATE_LIMIT: '8',
    VAULT_AUTH: 'session',
  });
  const client = await testClient(app, { secret: SECRET });
  const { token: ada } = await loggedIn(client, 'ada@example.org');
  const { token: bob } = await loggedIn(client, 'bob@example.org');
  const left = async (headers: Record<string, string>, remoteAddress = '192.0.2.7') => {
    const answer = await client.call('GET', STATUS, { remoteAddress, headers });
    return [answer.statusCode, Number(answer.headers['ratelimit-remaining'])];
  };
  // Nothing is left to whom nobody knows, and that takes nothing from a credential that comes for the first time.
  for (const expected of [1, 0]) expect(await left({})).toEqual([401, expected]);
  expect(await left({})).toEqual([429, 0]);
  expect(await left({ 'x-session-token': ada })).toEqual([200, 7]);
  // The same holder, in another header, in other words and from another address.
  expect(await left({ authorization: `Bearer   ${ada}` })).toEqual([200, 6]);
  expect(await left({ authorization: `bearer ${ada}` }, '203.0.113.9')).toEqual([200, 5]);
  for (const rest of [4, 3, 2, 1, 0])
    expect(await left({ 'x-session-token': ada })).toEqual([200, rest]);
  expect(await left({ 'x-session-token': ada })).toEqual([429, 0]);
  expect(await left({ 'x-session-token': bob })).toEqual([200, 7]);
  expect(await left(PAGE, '127.0.0.1')).toEqual([401, 7]);
  expect(await left(PROGRAM, '127.0.0.1')).toEqual([401, 7]);
});

test('a wrong credential is nobody’s, and its guesses stay limited', async () => {
  const app = await testApp({ VAULT_RATE_LIMIT: '5', VAULT_CREDENTIAL_LIMIT: '3' });
  const client = await testClient(app);
  const guess = async (url: string, headers: Record<string, string>) => {
    const answer = await client.server.inject({ url, headers, remoteAddress: '192.0.2.7' });
    return [answer.statusCode, answer.headers['ratelimit-limit']];
  };
  const wrong = { 'x-admin-key': 'x'.repeat(64) };
  for (let i = 0; i < 3; i++) expect(await guess(STATUS, wrong)).toEqual([401, '5']);
  expect(await guess(STATUS, wrong)).toEqual([429, '5']);
  // Not even a right one, and its limit does not tell.
  expect(await guess(STATUS, OWNER)).toEqual([429, '5']);
});

test.each(['/healthz', '/', '/no/such/path', '/auth/redeem'])(
  'where a credential is not looked at, the limit does not tell whether it is right: %s',
  async (url) => {
    const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '' }));
    for (const headers of [OWNER, { 'x-admin-key': 'x'.repeat(64) }, { 'x-hive-key': 'x' }])
      expect((await client.server.inject({ url, headers })).headers['ratelimit-limit']).toBe('120');
  },
);

test('a token that anybody can make makes nobody known, and one of a person does', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '3' }));
  const made = async (headers: Record<string, string>, name: string) => {
    const payload = { name, scope: ['read'] };
    const answer = await client.call('POST', '/api/v1/tokens', { headers, payload });
    return { authorization: `Bearer ${answer.json().token}` };
  };
  const [anybodys, owners] = [await made({}, 'ci'), await made(OWNER, 'cd')];
  const status = async (remoteAddress: string) =>
    (await client.call('GET', STATUS, { remoteAddress, headers: anybodys })).statusCode;
  const asked = [];
  for (let i = 0; i < 4; i++) asked.push(await status('192.0.2.1'));
  expect(asked).toEqual([200, 200, 200, 429]);
  expect(await status('192.0.2.2')).toBe(200);
  expect(await limitFor(client, '192.0.2.1', owners)).toBe('6000');
});

test('VAULT_RATE_LIMIT=0 limits nobody, and another number never leaves less to who is known', async () => {
  const known = async (env: Record<string, string>) =>
    limitFor(await testClient(await testApp(env)), '192.0.2.1', OWNER);
  expect(await known({ VAULT_RATE_LIMIT: '0' })).toBeUndefined();
  expect(await known({ VAULT_RATE_LIMIT: '7' })).toBe('6000');
  expect(await known({ VAULT_RATE_LIMIT: '7000' })).toBe('7000');
  expect(await known({ VAULT_RATE_LIMIT: '7', VAULT_KNOWN_RATE_LIMIT: '9' })).toBe('9');
  expect(await known({ VAULT_RATE_LIMIT: '7', VAULT_KNOWN_RATE_LIMIT: '0' })).toBeUndefined();
});

test('forwarding headers make nobody known', async () => {
  const env = { VAULT_RATE_LIMIT: '', VAULT_TRUST_PROXY: '127.0.0.1' };
  const client = await testClient(await testApp(env), { secret: SECRET });
  const headers = { ...PAGE, 'x-forwarded-for': '127.0.0.1' };
  expect(await limitFor(client, '127.0.0.1', headers)).toBe('120');
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { INVITES, invited, loggedIn, MEMBERS, made, me, redeem } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

const EMAIL = 'ada@example.org';

test('tokens are in no file: random or derived, valid or used, before and after a stop', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const tokens = [(await loggedIn(client)).token, await invited(client, EMAIL)];
  const headers = { ...ADMIN, 'idempotency-key': 'k' };
  const issued = await client.call('POST', INVITES, { payload: { email: EMAIL }, headers });
  const invite = issued.json().token;
  const login = await redeem(client, invite, { 'idempotency-key': 'k2' });
  tokens.push(invite, login.json().session_token);
  expect(tokens.every((token) => /^[0-9a-f]{64}$/.test(token))).toBe(true);

  const { dataDir } = app.config;
  const held = () =>
    readdirSync(dataDir).filter((file) => {
      const bytes = readFileSync(join(dataDir, file));
      return tokens.some(
        (token) => bytes.includes(token) || bytes.includes(Buffer.from(token, 'hex')),
      );
    });
  expect(readFileSync(join(dataDir, 'log.db-wal')).includes('login.opened')).toBe(true);
  expect(held()).toEqual([]);
  await app.close();
  expect(held()).toEqual([]);
  expect(statSync(join(dataDir, 'token.secret')).mode & 0o777).toBe(0o600);
});

test('no log line contains a token or an e-mail', async () => {
  const app = await testApp({ VAULT_LOG_LEVEL: 'trace' });
  const lines: string[] = [];
  const server = await testServer(app, { logStream: { write: (line) => lines.push(line) } });
  const client: Client = {
    server,
    call: (method, url, rest = {}) => server.inject({ method, url, ...rest }),
  };
  const { token, headers } = await loggedIn(client);
  const invite = await invited(client, EMAIL);
  await made(client, MEMBERS, { email: 'bob@example.org' });
  await client.call('POST', MEMBERS, { payload: { email: EMAIL }, headers: ADMIN });
  await redeem(client, invite);
  await redeem(client, invite);
  await me(client, headers);
  await me(client, { 'x-session-token': `${token}0` });
  await server.close();
  const said = lines.join('');
  expect(said).toContain('/auth/redeem');
  for (const personal of [token, invite, EMAIL, 'example.org'])
    expect(said).not.toContain(personal);
});

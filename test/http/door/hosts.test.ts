import { expect, test } from 'vitest';
import type { Client } from '../../support/client.js';
import { note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const STATUS = '/api/v1/status';
const NAMES = 'vault.example, vault.lan:8443, 192.0.2.7, [fd00::1]';

const vault = sharedClient();
const named = sharedClient({ VAULT_ALLOWED_HOSTS: NAMES });

const ask = (client: Client, host: string) => client.call('GET', STATUS, { headers: { host } });

test.each(['localhost', 'LOCALHOST:7437', '127.0.0.1', '127.8.8.8:1', '[::1]', '[::1]:7437'])(
  'a request to %s is answered',
  async (host) => {
    expect((await ask(vault(), host)).statusCode).toBe(200);
  },
);

test.each([
  'vault.example',
  'Vault.Example:1234',
  'vault.lan:8443',
  '192.0.2.7:7437',
  '[FD00::1]:80',
])('a request to %s is answered when VAULT_ALLOWED_HOSTS names it', async (host) => {
  expect((await ask(named(), host)).statusCode).toBe(200);
  expect((await ask(vault(), host)).statusCode).toBe(403);
});

test.each([
  'evil.example',
  'vault.lan',
  'vault.lan:8444',
  'vault.example.evil.example',
  'notvault.example',
  'localhost.evil.example',
  'localhost.',
  '0.0.0.0',
  '127.1',
  'localhost, evil.example',
  'localhost@evil.example',
])('a request to %s is refused', async (host) => {
  const refused = await ask(named(), host);
  expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden_host' });
});

test('a foreign host is refused on every route, and changes nothing', async () => {
  const { app, ...client } = vault();
  const headers = { host: 'evil.example:7437' };
  for (const [method, url] of [
    ['GET', '/healthz'],
    ['GET', '/vault-api/healthz'],
    ['GET', '/nowhere'],
    ['OPTIONS', '/api/v1/observations'],
    ['POST', '/api/v1/observations'],
  ] as const) {
    const payload = method === 'POST' ? note() : undefined;
    const refused = await client.call(method, url, { headers, ...(payload && { payload }) });
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden_host' });
    expect(refused.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  }
  expect((await app.log.head()).position).toBe(0);
});

test.each(['vault.example/', '*.example', 'a b', 'vault.example:99999', ''])(
  'VAULT_ALLOWED_HOSTS=vault.lan,%s is refused',
  async (entry) => {
    await expect(testApp({ VAULT_ALLOWED_HOSTS: `vault.lan,${entry}` })).rejects.toThrow(
      'VAULT_ALLOWED_HOSTS must be host names',
    );
  },
);

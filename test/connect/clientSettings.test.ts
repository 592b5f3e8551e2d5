import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { readClientSettings } from '../../src/connect/clientSettings.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('without settings, the service of the default directory is meant, at its default address', () => {
  const settings = readClientSettings({});
  const { dataDir } = readConfig({});
  expect(settings).toEqual({ dataDir, host: '127.0.0.1', port: 7437, isPortGiven: false });
});

test('every setting is read, and an empty one counts as not set', () => {
  const file = join(temporaryDirectory(), 'token');
  writeFileSync(file, 'a-token-in-a-file\n');
  const env = { VAULT_DATA_DIR: '/data', VAULT_HOST: 'localhost', VAULT_PORT: '7499' };
  const more = { VAULT_URL: 'https://vault.example/vault-api/' };
  expect(
    readClientSettings({ ...env, ...more, VAULT_BEARER_TOKEN: 'x', VAULT_BEARER_TOKEN_FILE: '' }),
  ).toEqual({
    dataDir: '/data',
    host: '127.0.0.1',
    port: 7499,
    isPortGiven: true,
    url: 'https://vault.example/vault-api',
    token: 'x',
  });
  expect(readClientSettings({ VAULT_BEARER_TOKEN_FILE: file })).toMatchObject({
    token: 'a-token-in-a-file',
  });
  const empty = { VAULT_DATA_DIR: '', VAULT_PORT: '', VAULT_URL: '', VAULT_BEARER_TOKEN: '' };
  expect(readClientSettings(empty)).toEqual(readClientSettings({}));
});

test.each([
  [{ VAULT_PORT: '65536' }, 'VAULT_PORT must be a whole number from 0 to 65535'],
  [{ VAULT_PORT: 'x' }, 'VAULT_PORT must be'],
  [{ VAULT_URL: 'vault.example' }, 'VAULT_URL must begin with https://'],
  [{ VAULT_URL: '127.0.0.1:7437' }, 'VAULT_URL must begin with https://'],
  [{ VAULT_URL: 'localhost:7437/vault-api' }, 'VAULT_URL must begin with https://'],
  [{ VAULT_URL: 'file:///etc/passwd' }, 'VAULT_URL must be an address'],
  [{ VAULT_URL: 'https://ada:secret@vault.example' }, 'without a query or a credential'],
  [{ VAULT_URL: 'https://vault.example?token=x' }, 'without a query or a credential'],
  [{ VAULT_URL: 'https://vault.example?' }, 'without a query or a credential'],
  [
    { VAULT_BEARER_TOKEN: 'x', VAULT_BEARER_TOKEN_FILE: '/y' },
    'VAULT_BEARER_TOKEN and VAULT_BEARER_TOKEN_FILE are both set',
  ],
  [
    { VAULT_BEARER_TOKEN_FILE: '/none/of/it' },
    'VAULT_BEARER_TOKEN_FILE names /none/of/it, which cannot be read',
  ],
])('%j is refused with a sentence', (env, message) => {
  expect(() => readClientSettings(env)).toThrow(
    expect.objectContaining({ code: 'setting_wrong', message: expect.stringContaining(message) }),
  );
});

test.each(['/mcp', '/api', '/api/v1', '/healthz'])(
  'an address that ends in %s is refused with the one that is meant',
  (path) => {
    const says = `VAULT_URL must be the address without ${path}: write VAULT_URL=https://v.example/team`;
    for (const end of ['', '/'])
      expect(() =>
        readClientSettings({ VAULT_URL: `https://v.example/team${path}${end}` }),
      ).toThrow(expect.objectContaining({ code: 'setting_wrong', message: says }));
  },
);

test('one address has one spelling, however VAULT_URL spells it', () => {
  for (const url of ['https://vault.example', ' HTTPS://Vault.Example:443// '])
    expect(readClientSettings({ VAULT_URL: url }).url).toBe('https://vault.example');
});

test('a service takes the settings of its clients for no mistake', () => {
  const env = {
    VAULT_URL: 'x',
    VAULT_BEARER_TOKEN: 'x',
    VAULT_BEARER_TOKEN_FILE: 'x',
    VAULT_PROJECT: 'x',
  };
  expect(readConfig(env).unknown).toEqual([]);
});

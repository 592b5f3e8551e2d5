import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchHere, warningsAbout } from '../../src/setup/launchHere.js';

const PROGRAMS = { node: '/usr/bin/node', cli: '/opt/vault/dist/cli.js', passive: false };

test('a setting is passed on where it is set, also to its default; a secret or the project never is', () => {
  const env = {
    ...{ VAULT_PORT: '7437', VAULT_URL: '' },
    ...{ VAULT_BEARER_TOKEN: 's3cr3t', VAULT_ADMIN_KEY: 's3cr3t', VAULT_PROJECT: 'checkout' },
  };
  expect(launchHere(env, PROGRAMS)).toEqual({
    ...{ ...PROGRAMS, hook: '/opt/vault/dist/hook.js', settings: { VAULT_PORT: '7437' } },
  });
});

test('settings that lead to another vault are passed on, with absolute paths', () => {
  const env = {
    ...{ VAULT_DATA_DIR: 'vault', VAULT_PORT: '7440', VAULT_HOST: '127.0.0.2' },
    ...{ VAULT_URL: 'https://vault.example', VAULT_BEARER_TOKEN_FILE: 'token' },
  };
  expect(launchHere(env, PROGRAMS).settings).toEqual({
    ...{ ...env, VAULT_DATA_DIR: join(process.cwd(), 'vault') },
    VAULT_BEARER_TOKEN_FILE: join(process.cwd(), 'token'),
  });
});

test('a data directory that XDG_DATA_HOME moved is passed on: an agent may be started without that', () => {
  const { settings } = launchHere({ XDG_DATA_HOME: '/data' }, PROGRAMS);
  expect(settings).toEqual({ VAULT_DATA_DIR: '/data/memory-vault' });
});

test('a line break in a setting is refused: it would end a command line', () => {
  expect(() => launchHere({ VAULT_URL: 'http://a\nrm -rf /' }, PROGRAMS)).toThrow(/VAULT_URL/);
});

test.each([
  ['/home/u/.npm/_npx/1a2b/node_modules/memory-vault/dist/cli.js', {}, /temporary place/],
  [join(tmpdir(), 'clone/dist/cli.js'), {}, /temporary place/],
  [
    '/opt/vault/dist/cli.js',
    { VAULT_BEARER_TOKEN: 'x' },
    /VAULT_BEARER_TOKEN is not written.*VAULT_BEARER_TOKEN_FILE/,
  ],
])('%s with %j gives a warning', (cli, env, warning) => {
  const launch = launchHere({}, { ...PROGRAMS, cli });
  expect(warningsAbout(launch, env)).toEqual([expect.stringMatching(warning)]);
});

test('a good place without a token gives no warning', () => {
  expect(warningsAbout(launchHere({}, PROGRAMS), {})).toEqual([]);
});

import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceDefinition } from '../../src/cli/service/serviceDefinition.js';
import { readConfig } from '../../src/config/config.js';
import { SECRETS } from '../../src/config/settingFile.js';
import { messageOf } from '../../src/diagnostics/diagnostic.js';
import { formatVerifierKey, newSigningKey, readSigningKey } from '../../src/proof/signingKey.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const ADMIN = { VAULT_ADMIN_KEY: 'the key of all the nodes' };
const SHARED = { ...ADMIN, VAULT_LOG: 'postgres://vault_node@a,b/vault?sslmode=verify-full' };

/** What is said about wrong settings. */
function saidOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    return messageOf(error);
  }
  return expect.fail('these settings were taken');
}

test('a vault has a log of its own unless VAULT_LOG names a PostgreSQL', () => {
  expect(readConfig({}).sharedLog).toBeUndefined();
  expect(readConfig({ VAULT_LOG: 'sqlite' }).sharedLog).toBeUndefined();
  expect(readConfig(SHARED).sharedLog).toMatchObject({
    place: { hosts: [{ host: 'a' }, { host: 'b' }], user: 'vault_node', database: 'vault' },
    node: hostname(),
    durability: 'replicated',
    maxLag: 5000,
  });
});

test('everything that is wrong about a shared log is said together', () => {
  const said = saidOf({
    VAULT_LOG: 'postgres://vault_node:hidden@a/vault',
    VAULT_LOG_PASSWORD: 'secret words',
    VAULT_NODE: 'no spaces, please',
    VAULT_LOG_DURABILITY: 'forever',
    VAULT_MAX_LAG: '999ms',
    VAULT_TOKEN_SECRET: 'short',
    VAULT_CHECKPOINT_KEY: 'PUBLIC+KEY',
  });
  for (const part of [
    'VAULT_NODE must be at most 64 letters',
    'VAULT_LOG_DURABILITY must be one of replicated, managed, single',
    'VAULT_MAX_LAG must be from 1s to 1h',
    'VAULT_TOKEN_SECRET must be at least 16 characters',
    'VAULT_CHECKPOINT_KEY must be a key in the format of checkpoint.key',
    'VAULT_LOG=postgres://… needs VAULT_ADMIN_KEY, the same on all nodes',
    'VAULT_LOG_PASSWORD and VAULT_LOG both have a password: remove the one in VAULT_LOG',
  ])
    expect(said).toContain(part);
  expect(said).not.toMatch(/hidden|secret words/);
});

test('no message shows the password of a URL, also of one that cannot be parsed', () => {
  for (const VAULT_LOG of [
    'postgres://vault_node:hidden@a',
    'postgres://vault_node:hidden@a:port/vault',
    'mysql://vault_node:hidden@a/vault',
    'vault_node:hidden@a/vault',
    'postgres://vault_node:hidden@[::1/vault',
  ]) {
    const env = { ...ADMIN, VAULT_LOG };
    try {
      readConfig({ ...env, VAULT_LOG_PASSWORD: 'hidden' });
    } catch (error) {
      expect(messageOf(error)).not.toContain('hidden');
    }
  }
});

test.each(['VAULT_LOG_PASSWORD', 'VAULT_NODE', 'VAULT_LOG_DURABILITY', 'VAULT_MAX_LAG'])(
  '%s without a shared log is refused, so that a forgotten VAULT_LOG begins no second log',
  (name) => {
    const value = { VAULT_LOG_DURABILITY: 'single', VAULT_MAX_LAG: '5s' }[name] ?? 'words';
    expect(saidOf({ [name]: value })).toBe(
      `${name} works only with VAULT_LOG=postgres://…: set VAULT_LOG, or remove ${name}`,
    );
  },
);

test('the secrets of all nodes count also without a shared log', () => {
  expect(readConfig({ VAULT_TOKEN_SECRET: 'a secret of many characters' }).tokenSecret).toBe(
    'a secret of many characters',
  );
});

test('the password comes from the URL, from its setting or from a file', () => {
  const file = join(temporaryDirectory(), 'password');
  writeFileSync(file, 'from a file\n');
  const passwordOf = (env: Record<string, string>) => readConfig(env).sharedLog?.place.password;
  expect(passwordOf(SHARED)).toBeUndefined();
  expect(passwordOf({ ...SHARED, VAULT_LOG_PASSWORD: 'alone' })).toBe('alone');
  expect(passwordOf({ ...SHARED, VAULT_LOG_PASSWORD_FILE: file })).toBe('from a file');
  expect(passwordOf({ ...ADMIN, VAULT_LOG: 'postgres://vault_node:within@a/vault' })).toBe(
    'within',
  );
});

test('the file of a service never gets a URL with a password', () => {
  const installed = { node: '/usr/bin/node', cli: '/opt/cli.js', version: '0.1.0' };
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, ADMIN.VAULT_ADMIN_KEY);
  const env = { VAULT_ADMIN_KEY_FILE: file };
  const define = (VAULT_LOG: string) => serviceDefinition({ ...env, VAULT_LOG }, installed);
  expect(() => define('postgres://vault_node:hidden@a/vault')).toThrow('VAULT_LOG has a password');
  expect(define(SHARED.VAULT_LOG).settings.VAULT_LOG).toBe(SHARED.VAULT_LOG);
  expect(SECRETS).toContain('VAULT_LOG_PASSWORD');
});

test('a node does not witness other logs, and may have witnesses', () => {
  const file = join(temporaryDirectory(), 'policy');
  writeFileSync(file, 'quorum none\n');
  expect(readConfig({ ...SHARED, VAULT_WITNESSES: file }).witnesses?.logs).toEqual([]);
  const key = formatVerifierKey(readSigningKey(newSigningKey('memory-vault/log')));
  writeFileSync(file, `log ${key}\nquorum none\n`);
  expect(readConfig({ VAULT_WITNESSES: file }).witnesses?.logs).toHaveLength(1);
  expect(saidOf({ ...SHARED, VAULT_WITNESSES: file })).toContain(
    'a node of a shared log cannot witness others',
  );
});

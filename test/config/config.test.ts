import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig, type Setting } from '../../src/config/config.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { makePipe } from '../support/pipe.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({ HOME: '/home/ada' })).toMatchObject({
    host: '127.0.0.1',
    port: 7437,
    corsOrigin: 'http://localhost:5173',
    rateLimit: 120,
    knownRateLimit: 6000,
    bodyLimit: 1_048_576,
    tier: 'community',
    sessionIdle: 86_400_000,
    propose: [],
    clock: 'check',
    logLevel: 'info',
    adminKey: undefined,
    auth: 'open',
    trustProxy: undefined,
    sharedLog: undefined,
    tokenSecret: undefined,
    checkpointKey: undefined,
    unknown: [],
  });
});

/** A value of each setting that is none of those in `SET`. */
const OTHER: Record<Setting, string> = {
  VAULT_HOST: '127.0.0.2',
  VAULT_PORT: '7438',
  VAULT_DATA_DIR: '/other',
  VAULT_BACKUP_DIR: '/elsewhere',
  VAULT_ADMIN_KEY: 'a key of sixteen characters',
  VAULT_AUTH: 'session',
  VAULT_SHARED_READING: '1',
  VAULT_CORS_ORIGIN: 'https://vault.example',
  VAULT_ALLOWED_HOSTS: 'vault.example',
  VAULT_TRUST_PROXY: '10.0.0.0/8',
  VAULT_PUBLIC_URL: 'https://other.example',
  VAULT_OIDC_ISSUER: 'https://login.example/tenant/',
  VAULT_OIDC_AUDIENCE: 'api://vault',
  VAULT_RATE_LIMIT: '121',
  VAULT_KNOWN_RATE_LIMIT: '6001',
  VAULT_CREDENTIAL_LIMIT: '21',
  VAULT_BODY_LIMIT: '1025',
  VAULT_TIER: 'teams',
  VAULT_SESSION_IDLE: '1h',
  VAULT_PROPOSE: 'codex',
  VAULT_CLOCK: 'follow',
  VAULT_LOG: 'postgres://vault_node@other/vault',
  VAULT_LOG_PASSWORD: 'a password',
  VAULT_NODE: 'another-node',
  VAULT_LOG_DURABILITY: 'managed',
  VAULT_MAX_LAG: '6s',
  VAULT_TOKEN_SECRET: 'a secret of many characters',
  VAULT_CHECKPOINT_KEY: newSigningKey('memory-vault/test'),
  VAULT_HIVE_URL: 'https://other.example',
  VAULT_HIVE_KEY: 'another-key-of-a-hive',
  VAULT_HIVE_INTERVAL: '2m',
  VAULT_HIVE_TYPES: 'task',
  VAULT_HIVE_NAMES: '1',
  VAULT_HIVE_INGEST_KEY: 'a-key-of-a-hive-0123',
  VAULT_HIVE_SHARED_KEY: '0',
  VAULT_PRIVATE_PATTERNS: fileURLToPath(
    new URL('../fixtures/privatePatterns.txt', import.meta.url),
  ),
  VAULT_WITNESSES: fileURLToPath(new URL('../fixtures/witnesses.txt', import.meta.url)),
  VAULT_WEBHOOK_HOSTS: 'hooks.example',
  VAULT_LOG_LEVEL: 'debug',
};

/** A hive and a shared log are needed for their settings to count. */
const SET = {
  VAULT_HIVE_URL: 'https://hive.example',
  VAULT_HIVE_KEY: 'a-key-of-a-hive-0123',
  VAULT_LOG: 'postgres://vault_node@a,b/vault',
  VAULT_ADMIN_KEY: 'the key of all the nodes',
  VAULT_PUBLIC_URL: 'https://vault.example',
};

test.each(Object.entries(OTHER))('%s is read', (name, value) => {
  const config = readConfig({ ...SET, [name]: value });
  expect(config).not.toEqual(readConfig(SET));
  expect(config.unknown).toEqual([]);
});

test('data is stored in the XDG directory, or below the home directory without one', () => {
  expect(readConfig({ XDG_DATA_HOME: '/data' }).dataDir).toBe('/data/memory-vault');
  expect(readConfig({}).dataDir).toMatch(/\/\.local\/share\/memory-vault$/);
  expect(readConfig({ VAULT_DATA_DIR: '/x', XDG_DATA_HOME: '/data' }).dataDir).toBe('/x');
});

test.each([
  ['VAULT_PORT', 'http', 'must be a whole number'],
  ['VAULT_PORT', '70000', 'must be from 0 to 65535'],
  ['VAULT_RATE_LIMIT', '-1', 'must be a whole number'],
  ['VAULT_TIER', 'gold', 'must be community or teams'],
  ['VAULT_SESSION_IDLE', 'a day', 'must be a number with ms, s, m, h or d, such as 24h'],
  [
    'VAULT_CORS_ORIGIN',
    'localhost',
    'must be an origin such as http://localhost:5173, without a path',
  ],
  ['VAULT_CORS_ORIGIN', 'http://localhost:5173/', 'must be an origin'],
  ['VAULT_OIDC_ISSUER', 'http://login.example', 'must be an address such as https://'],
  ['VAULT_OIDC_ISSUER', 'https://login.example?x', 'must be an address such as https://'],
  ['VAULT_OIDC_ISSUER', 'https://login.example', 'needs VAULT_PUBLIC_URL'],
  ['VAULT_TRUST_PROXY', '10.0.0.0/64', 'must be addresses or CIDR ranges, comma-separated'],
  ['VAULT_LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ['VAULT_ADMIN_KEY', 'short', 'must have at least 16 characters'],
  ['VAULT_AUTH', 'maybe', 'must be open or session'],
])('%s=%s is refused, and the message names it', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}`);
});

test('all errors are reported together, in one line', () => {
  expect(() => readConfig({ VAULT_PORT: 'x', VAULT_TIER: 'y' })).toThrow(
    'VAULT_PORT must be a whole number; VAULT_TIER must be community or teams',
  );
});

test('an address other than loopback needs a further setting, and the message names it', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'vault.example']) {
    expect(() => readConfig({ VAULT_HOST: host })).toThrow(
      /^VAULT_HOST=.*\n {2}VAULT_AUTH=session .*\n {2}VAULT_ALLOWED_HOSTS=.*\n/,
    );
    for (const auth of ['open', 'session'])
      expect(readConfig({ VAULT_HOST: host, VAULT_AUTH: auth })).toMatchObject({ host, auth });
  }
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) {
    expect(readConfig({ VAULT_HOST: host }).host).toBe(host);
  }
});

test('localhost is the same address on every machine', () => {
  expect(readConfig({ VAULT_HOST: 'localhost' }).host).toBe('127.0.0.1');
});

test('the admin key may come from a file, but not from two places', () => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, 'a key of sixteen characters\n');
  expect(readConfig({ VAULT_ADMIN_KEY_FILE: file }).adminKey).toBe('a key of sixteen characters');
  const both = { VAULT_ADMIN_KEY_FILE: file, VAULT_ADMIN_KEY: 'another key of sixteen' };
  expect(() => readConfig(both)).toThrow('are both set: remove one of them');
  expect(() => readConfig({ VAULT_ADMIN_KEY_FILE: `${file}.none` })).toThrow('cannot be read');
});

test('a file that a setting names may be a link, but not a pipe, which a start would wait for', () => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  const [file, link, pipe] = [at('key'), at('link'), at('pipe')];
  writeFileSync(file, 'a key of sixteen characters\n');
  symlinkSync(file, link);
  makePipe(pipe);
  expect(readConfig({ VAULT_ADMIN_KEY_FILE: link }).adminKey).toBe('a key of sixteen characters');
  for (const setting of ['VAULT_ADMIN_KEY_FILE', 'VAULT_PRIVATE_PATTERNS'])
    expect(() => readConfig({ [setting]: pipe })).toThrow(
      `${setting} names ${pipe}, which is a pipe, a device or a directory: name a regular file`,
    );
});

test('an empty variable counts as not set, and an unknown one is reported', () => {
  expect(readConfig({ VAULT_PORT: '' }).port).toBe(7437);
  expect(readConfig({ VAULT_DATA_DIR: '' }).dataDir).toBe(readConfig({}).dataDir);
  expect(readConfig({ VAULT_PROT: '1', OTHER: 'x' }).unknown).toEqual(['VAULT_PROT']);
});

test.each([
  ['90m', 5_400_000],
  ['500ms', 500],
  ['2d', 172_800_000],
])('%s is parsed as a duration', (text, ms) => {
  expect(readConfig({ VAULT_SESSION_IDLE: text }).sessionIdle).toBe(ms);
});

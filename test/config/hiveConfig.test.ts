import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const KEY = 'a-key-of-a-hive-0123';
const HIVE = { VAULT_HIVE_URL: 'https://hive.example/', VAULT_HIVE_KEY: KEY };

test('without settings the vault is neither a member of a hive nor a hub', () => {
  expect(readConfig({})).toMatchObject({ hive: undefined, hiveIngestKey: undefined, unknown: [] });
});

test('an address and a key make a hive with the documented defaults', () => {
  expect(readConfig(HIVE).hive).toEqual({
    url: 'https://hive.example',
    key: KEY,
    interval: 60_000,
    types: ['decision', 'pattern', 'learning', 'antipattern', 'discovery'],
    names: false,
  });
});

test('every setting of the hive can be changed', () => {
  const config = readConfig({
    ...HIVE,
    VAULT_HIVE_URL: 'http://10.0.0.1:7437/vault-api',
    VAULT_HIVE_INTERVAL: '5m',
    VAULT_HIVE_TYPES: 'task, decision,task',
    VAULT_HIVE_NAMES: '1',
    VAULT_HIVE_INGEST_KEY: KEY,
  });
  expect(config.hive).toEqual({
    url: 'http://10.0.0.1:7437/vault-api',
    key: KEY,
    interval: 300_000,
    types: ['task', 'decision'],
    names: true,
  });
  expect(config.hiveIngestKey).toBe(KEY);
});

test('its keys may come from files', () => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, `${KEY}\n`);
  const config = readConfig({
    VAULT_HIVE_URL: HIVE.VAULT_HIVE_URL,
    VAULT_HIVE_KEY_FILE: file,
    VAULT_HIVE_INGEST_KEY_FILE: file,
  });
  expect(config).toMatchObject({ hive: { key: KEY }, hiveIngestKey: KEY, unknown: [] });
});

test.each([
  ['VAULT_HIVE_URL', 'hive.example', 'must be a URL such as https://hive.example'],
  ['VAULT_HIVE_URL', 'ftp://hive.example', 'must be a URL'],
  ['VAULT_HIVE_URL', 'https://ada:secret@hive.example', 'without user'],
  ['VAULT_HIVE_URL', 'https://hive.example/?x=1', 'without user, query or fragment'],
  ['VAULT_HIVE_KEY', 'short', 'must be at least 16 characters'],
  ['VAULT_HIVE_KEY', 'a key with some spaces', 'visible ASCII, without spaces'],
  ['VAULT_HIVE_INTERVAL', '60', 'must be a number with ms, s, m, h or d'],
  ['VAULT_HIVE_INTERVAL', '90d', 'must be from 1s to 7d'],
  ['VAULT_HIVE_TYPES', 'decision,rumour', 'must be some of decision, pattern'],
  ['VAULT_HIVE_NAMES', 'yes', 'must be 0 or 1'],
  ['VAULT_HIVE_INGEST_KEY', 'short', 'must be at least 16 characters'],
  ['VAULT_HIVE_SHARED_KEY', 'no', 'must be 0 or 1'],
])('%s=%s is refused, and the message names it', (name, value, message) => {
  const read = () => readConfig({ ...HIVE, [name]: value });
  expect(read).toThrow(new RegExp(`^${name} `));
  expect(read).toThrow(message);
});

test('all errors are reported together, also an address without a key', () => {
  const read = () => readConfig({ VAULT_HIVE_URL: 'https://hive.example', VAULT_TIER: 'gold' });
  expect(read).toThrow(/VAULT_TIER .*; VAULT_HIVE_URL needs VAULT_HIVE_KEY/);
});

import { expect, test } from 'vitest';
import { rulesOf, shareRules } from '../../src/cluster/sharedSettings.js';
import { MemoryControl } from '../support/memoryControl.js';
import { testConfig } from '../support/testApp.js';

const SHARED = {
  VAULT_LOG: 'postgres://node@db/vault',
  VAULT_NODE: 'a',
  VAULT_HIVE_URL: 'https://hive.example',
  VAULT_HIVE_KEY: 'the-key-of-the-hive',
};

/** What a node with other settings than the first one is told. */
async function refusal(other: Record<string, string>, first: Record<string, string> = {}) {
  const control = new MemoryControl(() => 0);
  await shareRules(control.node('a'), rulesOf(testConfig({ ...SHARED, ...first })));
  return shareRules(control.node('b'), rulesOf(testConfig({ ...SHARED, ...other }))).then(
    () => undefined,
    (error) => error,
  );
}

test.each([
  ['VAULT_AUTH', 'session', 'open', 'session'],
  ['VAULT_SHARED_READING', '1', '0', '1'],
  ['VAULT_CORS_ORIGIN', 'https://page.example', 'http://localhost:5173', 'https://page.example'],
  ['VAULT_CREDENTIAL_LIMIT', '7', '0', '7'],
  ['VAULT_SESSION_IDLE', '1h', '86400s', '3600s'],
  ['VAULT_LOG_DURABILITY', 'single', 'replicated', 'single'],
  ['VAULT_MAX_LAG', '6s', '5s', '6s'],
  ['VAULT_HIVE_URL', 'https://other.example', 'https://hive.example', 'https://other.example'],
  ['VAULT_HIVE_TYPES', 'task', 'antipattern,decision,discovery,learning,pattern', 'task'],
  ['VAULT_HIVE_NAMES', '1', '0', '1'],
  ['VAULT_HIVE_SHARED_KEY', '0', '1', '0'],
  ['VAULT_WEBHOOK_HOSTS', 'b.example:8443,a.example', 'none', 'a.example,b.example:8443'],
])(
  'a node with another %s is refused, and told both values',
  async (setting, value, there, here) => {
    const error = await refusal({ [setting]: value });
    expect(error).toMatchObject({
      code: 'rule_differs',
      setting,
      message: `${setting} is ${here} here and ${there} on the other nodes of the shared log`,
    });
  },
);

test('all rules that differ are named at once', async () => {
  const { message } = await refusal({ VAULT_AUTH: 'session', VAULT_HIVE_NAMES: '1' });
  expect(message).toMatch(/^VAULT_AUTH is .*; VAULT_HIVE_NAMES is [^;]*$/);
});

test('a node may have an address, a data directory and limits of its own', async () => {
  const own = {
    VAULT_PORT: '1',
    VAULT_NODE: 'b',
    VAULT_LOG_LEVEL: 'silent',
    VAULT_RATE_LIMIT: '7',
    VAULT_ALLOWED_HOSTS: 'vault.example',
    VAULT_DATA_DIR: '/elsewhere',
  };
  expect(await refusal(own)).toBeUndefined();
});

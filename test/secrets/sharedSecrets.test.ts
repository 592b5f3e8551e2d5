import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareSecrets } from '../../src/cluster/sharedSettings.js';
import {
  checkpointKey,
  checkpointKeyText,
  keepCheckpointKey,
} from '../../src/maintenance/checkpoints.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { newTokens, tokenSecret } from '../../src/secrets/newTokens.js';
import { MemoryControl } from '../support/memoryControl.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const SECRET = 'a secret of many characters';

test('nodes with the same configured secret derive the same tokens', () => {
  const [one, other] = [temporaryDirectory(), temporaryDirectory()];
  const token = newTokens(one, SECRET)(['invite'], 'key');
  expect(newTokens(other, SECRET)(['invite'], 'key')).toBe(token);
  expect(readFileSync(join(one, 'token.secret'), 'utf8')).toBe(`${SECRET}\n`);
  expect(statSync(join(one, 'token.secret')).mode & 0o777).toBe(0o600);
});

test('a configured secret never takes the place of another one that is in use', () => {
  const directory = temporaryDirectory();
  const before = tokenSecret(directory);
  expect(() => tokenSecret(directory, SECRET)).toThrow(
    expect.objectContaining({
      code: 'secret_differs',
      setting: 'VAULT_TOKEN_SECRET',
      next: expect.stringContaining('token.secret'),
    }),
  );
  expect(tokenSecret(directory)).toBe(before);
});

test('a configured key signs checkpoints, and everything finds it where it was', () => {
  const directory = temporaryDirectory();
  const key = newSigningKey('memory-vault/shared');
  keepCheckpointKey(directory, undefined);
  keepCheckpointKey(directory, key);
  keepCheckpointKey(directory, key);
  expect(checkpointKeyText(directory)).toBe(key);
  expect(checkpointKey(directory).name).toBe('memory-vault/shared');
  expect(() => keepCheckpointKey(directory, newSigningKey('memory-vault/other'))).toThrow(
    expect.objectContaining({
      code: 'secret_differs',
      next: expect.stringContaining('together with checkpoint.latest'),
    }),
  );
});

test('a configured key that is none is refused before anything is written', () => {
  const directory = temporaryDirectory();
  const key = `${newSigningKey('memory-vault/shared').slice(0, -4)}AAA=`;
  expect(() => keepCheckpointKey(directory, key)).toThrow(
    expect.objectContaining({ code: 'setting_wrong', setting: 'VAULT_CHECKPOINT_KEY' }),
  );
  expect(() => statSync(join(directory, 'checkpoint.key'))).toThrow('ENOENT');
});

test('a file that holds no usable secret is not taken for the configured one', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'token.secret'), '\0\0\0');
  expect(() => tokenSecret(directory, SECRET)).toThrow(
    expect.objectContaining({ code: 'secret_differs' }),
  );
});

/** Nobody guesses these secrets. */
const CHEAP = 2;

const SECRETS = {
  VAULT_ADMIN_KEY: 'the key of all the nodes',
  VAULT_TOKEN_SECRET: SECRET,
  VAULT_CHECKPOINT_KEY: 'key',
  VAULT_HIVE_KEY: '',
  VAULT_HIVE_INGEST_KEY: '',
};

test('a node with the secrets of the first one may start', async () => {
  const control = new MemoryControl(() => 0);
  await shareSecrets(control.node('a'), 'instance', SECRETS);
  await expect(shareSecrets(control.node('b'), 'instance', SECRETS)).resolves.toBeUndefined();
});

test('every secret that differs is named at once, and none is shown', async () => {
  const control = new MemoryControl(() => 0);
  await shareSecrets(control.node('a'), 'instance', SECRETS, CHEAP);
  const others = {
    ...SECRETS,
    VAULT_ADMIN_KEY: 'another owner of this',
    VAULT_TOKEN_SECRET: 'another secret',
  };
  const refused = shareSecrets(control.node('b'), 'instance', others, CHEAP);
  await expect(refused).rejects.toMatchObject({
    code: 'secret_differs',
    message:
      'this node has another VAULT_ADMIN_KEY and another VAULT_TOKEN_SECRET than the other nodes of its shared log',
    setting: 'VAULT_ADMIN_KEY',
    next: expect.stringContaining('copy each from a node that runs'),
  });
});

test('fingerprints of the same secret in two shared logs, or under two names, are different', async () => {
  const same = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, SECRET]));
  const fingerprints = new Set<string>();
  for (const instance of ['one', 'two']) {
    const control = new MemoryControl(() => 0);
    await shareSecrets(control.node('a'), instance, { ...SECRETS, ...same }, CHEAP);
    for (const fingerprint of control.secrets.values()) fingerprints.add(fingerprint);
  }
  expect(fingerprints.size).toBe(10);
  expect([...fingerprints].join()).not.toContain(SECRET);
});

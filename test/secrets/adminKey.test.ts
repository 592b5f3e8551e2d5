import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminKey, adminKeyFile } from '../../src/secrets/adminKey.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('when the file of the key is gone, its owner can still rescue what the service holds', () => {
  const directory = temporaryDirectory();
  const key = adminKey(directory, undefined);
  const secret = readFileSync(adminKeyFile(directory), 'utf8').trim();
  rmSync(adminKeyFile(directory));
  expect(key.matches(secret)).toBe(true);
  expect(key.matches('another-key-of-enough-characters')).toBe(false);
});

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTokens } from '../../src/secrets/newTokens.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('a key gives the same token for one purpose on one instance, also after a restart', () => {
  const directory = temporaryDirectory();
  const token = newTokens(directory)(['invite', 'ada'], 'key');
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(newTokens(directory)(['invite', 'ada'], 'key')).toBe(token);
  const others = [
    newTokens(directory)(['invite', 'ada'], 'other'),
    newTokens(directory)(['invite', 'bob'], 'key'),
    newTokens(directory)(['login', 'ada'], 'key'),
    newTokens(directory)(['invite'], 'key'),
    newTokens(temporaryDirectory())(['invite', 'ada'], 'key'),
  ];
  expect(new Set([token, ...others]).size).toBe(6);
});

test('without a key all tokens are different', () => {
  const newToken = newTokens(temporaryDirectory());
  expect(newToken(['invite'], undefined)).not.toBe(newToken(['invite'], undefined));
});

test('the file of the secret is readable for its owner only', () => {
  const directory = temporaryDirectory();
  newTokens(directory);
  const file = join(directory, 'token.secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
});

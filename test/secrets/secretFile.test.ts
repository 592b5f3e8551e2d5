import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureSecret, readSecret, replaceSecret } from '../../src/secrets/secretFile.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('a secret is created once and stays the same until it is replaced', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'key');
  ensureSecret(file);
  const secret = readSecret(file);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  ensureSecret(file);
  expect(readSecret(file)).toBe(secret);
  replaceSecret(file);
  expect(readSecret(file)).not.toBe(secret);
  expect(readdirSync(directory)).toEqual(['key']);
});

test.each([
  ['nothing', ''],
  ['zeros, as a loss of power may leave them', '\0'.repeat(65)],
  ['too little', 'short'],
])('a file with %s is refused, and the message says what to do', (_what, content) => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, content);
  expect(() => readSecret(file)).toThrow(
    expect.objectContaining({
      file,
      message: `${file} has no usable key`,
      next: expect.stringContaining('delete it and start the service again'),
    }),
  );
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFileOnce } from '../../src/files/writeFile.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('a file is created once, for the owner only, and no other file is left', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'key');
  makeFileOnce(file, 'first');
  makeFileOnce(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['key']);
});

test('the error is thrown when the file cannot be created', () => {
  expect(() => makeFileOnce(join(temporaryDirectory(), 'missing', 'key'), 'x')).toThrow(/ENOENT/);
});

import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory, makeFolders } from '../../src/files/makeDirectory.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const modeOf = (directory: string) => statSync(directory).mode & 0o777;

test('a directory and its parents are created for the owner only', () => {
  const above = temporaryDirectory();
  const directory = join(above, 'a', 'b');
  makeDirectory(directory);
  expect([modeOf(join(above, 'a')), modeOf(directory)]).toEqual([0o700, 0o700]);
});

test('an existing directory is left unchanged', () => {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o750);
  makeDirectory(directory);
  expect(modeOf(directory)).toBe(0o750);
});

test('those that were made are returned, the outermost first', () => {
  const above = temporaryDirectory();
  expect(makeFolders(join(above, 'a', 'b'))).toEqual([join(above, 'a'), join(above, 'a', 'b')]);
  expect(makeFolders(join(above, 'a', 'c'))).toEqual([join(above, 'a', 'c')]);
  expect(makeFolders(above)).toEqual([]);
});

test('where nothing can be made, that is an error, and no search without an end', () => {
  expect(() => makeDirectory('/proc/none/below')).toThrow();
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  // Which of the two depends on the version of Node.
  expect(() => makeDirectory(join(file, 'below'))).toThrow(/^(ENOTDIR|EEXIST)/);
});

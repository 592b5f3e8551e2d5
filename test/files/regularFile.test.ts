import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { readOwnFile, readRegularFile } from '../../src/files/regularFile.js';
import { belongsToAnother } from '../support/foreignOwner.js';
import { makePipe } from '../support/pipe.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const READERS = { readRegularFile, readOwnFile };

const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return diagnosticOf(error).code;
  }
};

test.each(Object.entries(READERS))('%s reads a regular file', (_, read) => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, 'text');
  expect(String(read(file))).toBe('text');
});

test.each(Object.entries(READERS))('%s never waits for a pipe', (_, read) => {
  const file = join(temporaryDirectory(), 'key');
  makePipe(file);
  expect(codeOf(() => read(file))).toBe('file_not_regular');
});

test.each(Object.entries(READERS))(
  '%s refuses a device, a directory and a socket',
  async (_, read) => {
    const directory = temporaryDirectory();
    const socket = join(directory, 'socket');
    const server = createServer().listen(socket);
    await new Promise((done) => server.once('listening', done));
    onTestFinished(() => void server.close());
    for (const path of ['/dev/zero', directory, socket])
      expect([path, codeOf(() => read(path))]).toEqual([path, 'file_not_regular']);
  },
);

test('a file that whoever runs the vault names may be a link, and one of the vault may not', () => {
  const directory = temporaryDirectory();
  const link = join(directory, 'link');
  writeFileSync(join(directory, 'key'), 'text');
  symlinkSync('key', link);
  expect(String(readRegularFile(link))).toBe('text');
  expect(codeOf(() => readOwnFile(link))).toBe('file_not_regular');
});

test('a file of the vault that belongs to another user is not read', () => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, 'text');
  belongsToAnother(file);
  expect(codeOf(() => readOwnFile(file))).toBe('file_foreign');
  expect(String(readRegularFile(file))).toBe('text');
});

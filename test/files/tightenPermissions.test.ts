import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loosePaths, tightenPermissions } from '../../src/files/dataDirectory.js';
import { Outbox } from '../../src/hook/outbox.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

function directoryWith(names: readonly string[], directoryMode = 0o755): string {
  const directory = join(temporaryDirectory(), 'vault');
  mkdirSync(directory);
  for (const name of names) {
    writeFileSync(join(directory, name), '');
    chmodSync(join(directory, name), 0o664);
  }
  chmodSync(directory, directoryMode);
  return directory;
}

const FILES = [
  'log.db',
  'log.db-wal',
  'views.db',
  'hive.db',
  'writer.lock',
  'writer.json',
  'admin.key',
  'token.secret',
  'checkpoint.key',
];

test('a vault that others could read becomes private', () => {
  const directory = directoryWith(FILES);
  tightenPermissions(directory);
  expect(mode(directory)).toBe('700');
  for (const name of FILES) expect([name, mode(join(directory, name))]).toEqual([name, '600']);
});

test('a data directory with what hooks keep becomes private, too, and so does the spool', () => {
  const directory = directoryWith(['log.db']);
  const { folder } = new Outbox(directory);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  tightenPermissions(directory);
  expect([mode(directory), mode(folder)]).toEqual(['700', '700']);
});

test('what would be narrowed is named before, and nothing is afterwards', () => {
  const directory = directoryWith(['log.db', 'views.db']);
  chmodSync(join(directory, 'views.db'), 0o600);
  symlinkSync('/etc/hosts', join(directory, 'clock.json'));
  expect(loosePaths(directory)).toEqual({
    open: [directory, join(directory, 'log.db')],
    foreign: [],
  });
  tightenPermissions(directory);
  expect(loosePaths(directory)).toEqual({ open: [], foreign: [] });
});

test('a directory with files of other programs is not named, and neither are these', () => {
  const directory = directoryWith(['log.db', 'notes.txt']);
  expect(loosePaths(directory).open).toEqual([join(directory, 'log.db')]);
});

test('files of other programs keep their mode, and so does their directory', () => {
  const directory = directoryWith(['log.db', 'notes.txt']);
  tightenPermissions(directory);
  expect(mode(directory)).toBe('755');
  expect(mode(join(directory, 'notes.txt'))).toBe('664');
  expect(mode(join(directory, 'log.db'))).toBe('600');
});

test('modes that are narrow enough stay unchanged', () => {
  const directory = directoryWith([], 0o500);
  tightenPermissions(directory);
  expect(mode(directory)).toBe('500');
});

test('a service creates its directory, with missing parents, for the owner only', async () => {
  const directory = join(temporaryDirectory(), 'a', 'b');
  await testApp({ VAULT_DATA_DIR: directory });
  expect(mode(directory)).toBe('700');
});

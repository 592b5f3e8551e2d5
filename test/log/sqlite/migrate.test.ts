import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CURRENT_SCHEMA } from '../../../src/events/vaultEvent.js';
import { migrate } from '../../../src/log/sqlite/migrate.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { openSqlite } from '../../../src/sqlite/sqlite.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

function folderOf(directory: string, files: Record<string, string>): URL {
  const folder = join(directory, 'migrations');
  mkdirSync(folder, { recursive: true });
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}

test('migrations run in order, each once', () => {
  const directory = temporaryDirectory();
  const log = openSqlite(join(directory, 'log.db'), 'FULL');
  const first = folderOf(directory, { '0001-a.sql': 'CREATE TABLE t (x)' });
  migrate(log, { folder: first });
  migrate(log, { folder: first });
  migrate(log, {
    folder: folderOf(directory, { '0002-b.sql': 'ALTER TABLE t ADD COLUMN y' }),
  });
  expect(log.db.pragma('user_version', { simple: true })).toBe(2);
  expect(log.all('SELECT name FROM pragma_table_info(?)', ['t'])).toHaveLength(2);
  log.db.close();
});

test('a failed migration leaves the log unchanged', () => {
  const directory = temporaryDirectory();
  const log = openSqlite(join(directory, 'log.db'), 'FULL');
  const folder = folderOf(directory, { '0001-a.sql': 'CREATE TABLE t (x); CREATE TABLE t (x)' });
  expect(() => migrate(log, { folder })).toThrow('already exists');
  expect(log.db.pragma('user_version', { simple: true })).toBe(0);
  expect(log.all('SELECT * FROM sqlite_master')).toEqual([]);
  log.db.close();
});

test('a log in a newer format is refused with a clear message', async () => {
  const file = join(temporaryDirectory(), 'log.db');
  await openSqliteEventLog(file).close();
  const log = openSqlite(file, 'FULL');
  log.db.pragma('user_version = 99');
  log.db.close();
  expect(() => openSqliteEventLog(file)).toThrow(
    /^log\.db was written by a newer memory-vault: it has format 99, this release knows up to 8$/,
  );
});

test('a log with events this release does not know is refused', async () => {
  const file = join(temporaryDirectory(), 'log.db');
  await openSqliteEventLog(file).close();
  const log = openSqlite(file, 'FULL');
  const later = CURRENT_SCHEMA['observation.saved'] + 1;
  log.run('INSERT INTO kinds VALUES (?, ?)', ['observation.saved', later]);
  log.db.close();
  expect(() => openSqliteEventLog(file)).toThrow(`has observation.saved events of schema ${later}`);
});

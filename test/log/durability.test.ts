import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isNewEnough, openSqlite } from '../../src/sqlite/sqlite.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('synchronous is FULL also when an existing file is opened again', () => {
  const file = join(temporaryDirectory(), 'log.db');
  for (let open = 0; open < 3; open++) {
    const { db } = openSqlite(file, 'FULL');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.exec('CREATE TABLE IF NOT EXISTS t (x)');
    db.close();
  }
});

test('what a killed process had written and not synced is synced when the file is opened again', async () => {
  // The tests of a worker share their modules: this one needs its own.
  vi.resetModules();
  vi.doMock('../../src/files/writeFile.js', { spy: true });
  onTestFinished(() => {
    vi.doUnmock('../../src/files/writeFile.js');
    vi.resetModules();
  });
  const { syncPath } = await import('../../src/files/writeFile.js');
  const { openSqlite } = await import('../../src/sqlite/sqlite.js');
  const file = join(temporaryDirectory(), 'log.db');
  const { db } = openSqlite(file, 'FULL');
  db.exec('CREATE TABLE t (x)');
  expect(syncPath).not.toHaveBeenCalled();
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, `${file}.copy${suffix}`);
  db.close();
  openSqlite(`${file}.copy`, 'FULL').db.close();
  expect(syncPath).toHaveBeenCalledWith(`${file}.copy-wal`);
});

test.each([
  ['3.51.3', true],
  ['3.51.2', false],
  ['3.50.9', false],
  ['3.53.0', true],
  ['4.0.0', true],
  ['2.99.99', false],
])('SQLite %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

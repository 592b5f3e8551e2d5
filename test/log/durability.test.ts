import { join } from 'node:path';
import { expect, test } from 'vitest';
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

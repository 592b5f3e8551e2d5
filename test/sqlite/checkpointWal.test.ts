import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite, openSqliteReader } from '../../src/sqlite/sqlite.js';
import { checkpointWalIfLong } from '../../src/sqlite/walCheckpoint.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const PAGES = 20;

function openWithout() {
  const file = join(temporaryDirectory(), 'log.db');
  const sql = openSqlite(file, 'FULL');
  sql.db.pragma('wal_autocheckpoint = 0');
  sql.db.exec('CREATE TABLE t (x BLOB)');
  const write = () => {
    checkpointWalIfLong(sql, PAGES);
    sql.run('INSERT INTO t VALUES (zeroblob(4000))');
  };
  return { sql, write, bytes: () => statSync(`${file}-wal`).size, file };
}

test('the write-ahead log starts over instead of growing', () => {
  const { sql, write, bytes } = openWithout();
  for (let i = 0; i < 200; i++) write();
  expect(bytes()).toBeLessThan(2 * PAGES * 4120);
  sql.db.close();
});

test('with an open reader writes go on, and the write-ahead log starts over afterwards', () => {
  const { sql, write, bytes, file } = openWithout();
  write();
  const reader = openSqliteReader(file);
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM t');
  for (let i = 0; i < 100; i++) write();
  const held = bytes();
  expect(held).toBeGreaterThan(100 * 4096);
  reader.db.exec('COMMIT');
  reader.db.close();
  for (let i = 0; i < 100; i++) write();
  expect(bytes()).toBe(held);
  sql.db.close();
});

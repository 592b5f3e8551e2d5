import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../src/sqlite/database.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { fillMemory } from '../support/fillMemory.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const MARKER = 'a text left in memory ';
/** The bytes of the index that SQLite itself sets: two copies of a header and the marks of readers. */
const INDEX_HEADER = 136;

/** A database in WAL mode whose write-ahead log was cut off by a power failure. */
function cutOff(wal: Buffer): string {
  const directory = temporaryDirectory();
  const file = join(directory, 'log.db');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (x)');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec('INSERT INTO t VALUES (1)');
  copyFileSync(file, `${file}.cut`);
  const whole = readFileSync(`${file}-wal`);
  db.close();
  writeFileSync(`${file}.cut-wal`, Buffer.concat([whole.subarray(0, 32), wal]));
  return `${file}.cut`;
}

test.each([
  ['whose first frame is zeros', Buffer.alloc(4144)],
  ['whose first frame is cut off', Buffer.alloc(100)],
])('memory of the process does not get into the index of a log %s', (_, wal) => {
  const file = cutOff(wal);
  fillMemory(MARKER);
  const { db } = openSqlite(file, 'FULL');
  const index = readFileSync(`${file}-shm`).subarray(INDEX_HEADER);
  // One page number and its place in the hash table.
  expect(index.filter((byte) => byte !== 0)).toHaveLength(2);
  expect(db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(0);
  db.close();
});

test('opening a file that was closed does not change it', () => {
  const file = join(temporaryDirectory(), 'log.db');
  const first = openSqlite(file, 'FULL').db;
  first.exec('CREATE TABLE t (x)');
  first.close();
  const whole = readFileSync(file);
  openSqlite(file, 'FULL').db.close();
  expect(readFileSync(file).equals(whole)).toBe(true);
});

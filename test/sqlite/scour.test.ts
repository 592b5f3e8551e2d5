import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Scourer, scourer } from '../../src/sqlite/scour.js';
import { openSqlite, openSqliteReader, type Sql } from '../../src/sqlite/sqlite.js';
import { seededRandom } from '../crash/seededRandom.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const ROWS = 6000;
const textOf = (row: number) => `<${row}>${'lorem ipsum '.repeat(1 + (row % 30))}</${row}>`;

/** A table of texts, of which most were deleted one by one: those left were moved together, more than once. */
function thinnedOut() {
  const file = join(temporaryDirectory(), 'some.db');
  const sql = openSqlite(file, 'NORMAL');
  sql.db.exec('CREATE TABLE texts (row INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  sql.db.transaction(() => {
    for (let row = 1; row <= ROWS; row++)
      sql.run('INSERT INTO texts VALUES (?, ?)', [row, textOf(row)]);
  })();
  const random = seededRandom(7);
  const deleted: number[] = [];
  const remove = (row: number) => {
    sql.run('DELETE FROM texts WHERE row = ?', [row]);
    deleted.push(row);
  };
  for (let row = 1; row <= ROWS; row++) if (random() < 0.9) remove(row);
  const readable = () => {
    const bytes = readFileSync(file);
    return deleted.filter((row) => bytes.includes(`<${row}>`) || bytes.includes(`</${row}>`));
  };
  return { file, sql, remove, readable };
}

/** Nothing that is live was touched. */
function expectWhole(sql: Sql): void {
  expect(sql.db.pragma('integrity_check', { simple: true })).toBe('ok');
  const rows = sql.all<{ row: number; text: string }>('SELECT * FROM texts');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ row, text }) => text !== textOf(row))).toEqual([]);
}

test.each([
  ['in one go', async (scouring: Scourer) => scouring.now()],
  ['in turns', (scouring: Scourer) => scouring.inTurns()],
])(
  'what was deleted is in the file no more, also where it had been moved from: %s',
  async (_, scour) => {
    const { sql, readable } = thinnedOut();
    const scouring = scourer(sql);
    // It was not told that something was deleted: it empties the write-ahead log, and what SQLite leaves is left.
    expect(await scour(scouring)).toBe(true);
    expect(readable().length).toBeGreaterThan(0);
    scouring.soil();
    expect(await scour(scouring)).toBe(true);
    expect(readable()).toEqual([]);
    expectWhole(sql);
    sql.db.close();
    scouring.close();
  },
);

test('what is written and deleted between the turns is in the file no more either', async () => {
  const { file, sql, remove, readable } = thinnedOut();
  const other = openSqliteReader(file);
  const scouring = scourer(sql);
  let rows = sql.all<{ row: number }>('SELECT row FROM texts').map(({ row }) => row);
  while (rows.length > 450) {
    scouring.soil();
    let done = false;
    const scoured = scouring.inTurns().finally(() => {
      done = true;
    });
    // Others read, and move what they can of the write-ahead log.
    while (!done) {
      const row = rows[rows.length >> 1];
      rows = rows.filter((one) => one !== row);
      if (row !== undefined) remove(row);
      other.all('SELECT * FROM texts');
      sql.db.pragma('wal_checkpoint(PASSIVE)');
      await nextTurn();
    }
    expect(await scoured).toBe(true);
  }
  scouring.soil();
  expect(await scouring.inTurns()).toBe(true);
  expect(readable()).toEqual([]);
  // Nor is it written again from what SQLite has in memory.
  sql.run('INSERT INTO texts VALUES (?, ?)', [ROWS + 1, textOf(ROWS + 1)]);
  for (const row of rows) sql.run('UPDATE texts SET text = text WHERE row = ?', [row]);
  sql.db.pragma('wal_checkpoint(TRUNCATE)');
  expect(readable()).toEqual([]);
  expectWhole(sql);
  other.db.close();
  sql.db.close();
  scouring.close();
});

test('a reader holds it up, and it is done once that ends', async () => {
  const { file, sql, readable } = thinnedOut();
  const other = openSqliteReader(file);
  other.db.exec('BEGIN');
  other.all('SELECT * FROM texts');
  sql.run('INSERT INTO texts VALUES (?, ?)', [ROWS + 1, textOf(ROWS + 1)]);
  const scouring = scourer(sql);
  scouring.soil();
  expect(scouring.now()).toBe(false);
  expect(await scouring.inTurns()).toBe(false);
  other.db.exec('COMMIT');
  expect(await scouring.inTurns()).toBe(true);
  expect(readable()).toEqual([]);
  other.db.close();
  sql.db.close();
  scouring.close();
});

test('a file that was left open is looked through without being asked', async () => {
  const { file, readable } = thinnedOut();
  const sql = openSqlite(file, 'NORMAL');
  const scouring = scourer(sql);
  expect(await scouring.inTurns()).toBe(true);
  expect(readable()).toEqual([]);
  sql.db.close();
  scouring.close();
});

test('what is still readable when a file is closed is known to whoever opens it next', async () => {
  const { file, sql, readable } = thinnedOut();
  const first = scourer(sql);
  first.soil();
  sql.db.close();
  first.close();
  expect(readable().length).toBeGreaterThan(0);
  for (const left of [true, false]) {
    const next = openSqlite(file, 'NORMAL');
    expect(next.wasLeft).toBe(left);
    const scouring = scourer(next);
    expect(await scouring.inTurns()).toBe(true);
    expect(readable()).toEqual([]);
    next.db.close();
    scouring.close();
  }
});

test('pointer maps are no pages of a tree, whatever they begin with', () => {
  const file = join(temporaryDirectory(), 'some.db');
  const sql = openSqlite(file, 'NORMAL');
  sql.db.exec(
    'PRAGMA auto_vacuum = FULL; VACUUM; CREATE TABLE texts (row INTEGER PRIMARY KEY, text TEXT) STRICT',
  );
  for (let row = 1; row <= 200; row++)
    sql.run('INSERT INTO texts VALUES (?, ?)', [row, textOf(row).repeat(row)]);
  const scouring = scourer(sql);
  scouring.soil();
  expect(scouring.now()).toBe(true);
  expect(sql.db.pragma('integrity_check', { simple: true })).toBe('ok');
  sql.db.close();
  scouring.close();
});

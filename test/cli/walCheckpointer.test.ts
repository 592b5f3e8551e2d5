import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = <Module>(path: string): Promise<Module> =>
  import(String(new URL(`../../dist/${path}`, import.meta.url)));
const { openSqlite } = await built<typeof import('../../src/sqlite/sqlite.js')>('sqlite/sqlite.js');
const { walCheckpointer } =
  await built<typeof import('../../src/sqlite/walCheckpoint.js')>('sqlite/walCheckpoint.js');
const { jobPool } = await built<typeof import('../../src/app/jobPool.js')>('app/jobPool.js');

/** Bytes of more pages than a write-ahead log may have before it is moved. */
const LONG = 1100 * 4096;

/** A database with a long write-ahead log, which SQLite does not move by itself. */
function withLongWal() {
  const file = join(temporaryDirectory(), 'test.db');
  const sql = openSqlite(file, 'NORMAL');
  const errors: unknown[] = [];
  const pool = jobPool({ viewsFile: 'none', patterns: [] }, { threads: 1 });
  const checkpointer = walCheckpointer(
    (file) => pool.run('checkpoint', file),
    (error) => errors.push(error),
    { lookEvery: 1 },
  );
  onTestFinished(async () => {
    await checkpointer.close();
    await pool.close();
    sql.db.close();
  });
  checkpointer.checkpointIfLong(sql);
  sql.db.exec('CREATE TABLE big (bytes BLOB) STRICT');
  sql.run('INSERT INTO big VALUES (zeroblob(?))', [LONG]);
  expect(statSync(file).size).toBeLessThan(LONG);
  return { file, sql, checkpointer, errors };
}

test('a thread moves a long write-ahead log into its file, and the writer starts it over', async () => {
  const { file, sql, checkpointer, errors } = withLongWal();
  checkpointer.checkpointIfLong(sql);
  await checkpointer.close();
  expect(statSync(file).size).toBeGreaterThan(LONG);
  const walBytes = statSync(`${file}-wal`).size;
  checkpointer.checkpointIfLong(sql);
  sql.run('INSERT INTO big VALUES (zeroblob(?))', [LONG / 2]);
  expect(statSync(`${file}-wal`).size).toBe(walBytes);
  expect(errors).toEqual([]);
});

test('a file that is no longer a database gives the writer the error of SQLite, once', async () => {
  const { file, sql, checkpointer, errors } = withLongWal();
  renameSync(file, `${file}-moved`);
  renameSync(`${file}-wal`, `${file}-moved-wal`);
  writeFileSync(file, 'no database'.repeat(1000));
  checkpointer.checkpointIfLong(sql);
  await checkpointer.close();
  expect(() => checkpointer.checkpointIfLong(sql)).toThrow(
    expect.objectContaining({ name: 'SqliteError', code: 'SQLITE_NOTADB' }),
  );
  checkpointer.checkpointIfLong(sql);
  expect(statSync(`${file}-moved`).size).toBeGreaterThan(LONG);
  expect(errors).toEqual([]);
});

test('the writer itself moves a write-ahead log that the thread cannot open', async () => {
  const { file, sql, checkpointer, errors } = withLongWal();
  renameSync(file, `${file}-moved`);
  checkpointer.checkpointIfLong(sql);
  await checkpointer.close();
  expect(statSync(`${file}-moved`).size).toBeLessThan(LONG);
  checkpointer.checkpointIfLong(sql);
  expect(statSync(`${file}-moved`).size).toBeGreaterThan(LONG);
  expect(errors).toEqual([]);
});

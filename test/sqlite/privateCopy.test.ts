import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Database } from '../../src/sqlite/database.js';
import { openPrivateCopy } from '../../src/sqlite/privateCopy.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

afterEach(() => void vi.unstubAllEnvs());

function databaseOf(rows: number): string {
  const file = join(temporaryDirectory(), 'other.db');
  const db = new Database(file);
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  const add = db.prepare('INSERT INTO t VALUES (?, ?)');
  db.transaction(() => {
    for (let i = 0; i < rows; i++) add.run(i, 'x'.repeat(1000));
  })();
  db.close();
  return file;
}

test('what a transaction has changed in the file and not committed is taken back in the copy', async () => {
  const file = databaseOf(500);
  const running = new Database(file);
  // So few pages stay in memory that the changes go into the file at once, and the journal keeps what was there.
  running.pragma('cache_size = 5');
  running.exec("BEGIN; UPDATE t SET text = 'changed ' || text");
  expect(readdirSync(join(file, '..')).sort()).toEqual(['other.db', 'other.db-journal']);
  const copy = await openPrivateCopy(file);
  expect(copy.sql.get("SELECT count(*) n FROM t WHERE text LIKE 'changed%'")).toEqual({ n: 0 });
  copy.close();
  running.exec('COMMIT');
  const later = await openPrivateCopy(file);
  expect(later.sql.get("SELECT count(*) n FROM t WHERE text LIKE 'changed%'")).toEqual({ n: 500 });
  later.close();
  running.close();
});

test('a copy cannot be written, and closing it leaves nothing behind', async () => {
  const temporary = temporaryDirectory();
  vi.stubEnv('TMPDIR', temporary);
  const { sql, close } = await openPrivateCopy(databaseOf(1));
  expect(() => sql.run('DELETE FROM t')).toThrow('readonly');
  close();
  expect(readdirSync(temporary).filter((name) => name.includes('import'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'while it is copied, only this user may see it',
  async () => {
    const file = databaseOf(5000);
    const temporary = temporaryDirectory();
    vi.stubEnv('TMPDIR', temporary);
    const opening = openPrivateCopy(file);
    const seen = new Set<number>();
    let isOpen = false;
    void opening.then(() => {
      isOpen = true;
    });
    while (!isOpen) {
      for (const name of readdirSync(temporary).filter((one) => one.includes('import'))) {
        seen.add(
          (statSync(join(temporary, name), { throwIfNoEntry: false })?.mode ?? 0o700) & 0o777,
        );
      }
      await new Promise(setImmediate);
    }
    (await opening).close();
    expect([...seen]).toEqual([0o700]);
  },
);

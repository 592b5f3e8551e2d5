import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/sqlite/database.js';
import { job } from '../../../tools/job.js';

/** How a table is filled: one row per note, `together` rows per commit. */
export interface Filled {
  readonly directory: string;
  readonly together: number;
  readonly seconds: number;
  /** Whether each commit is synced, as a log requires. */
  readonly synced: boolean;
  /** Whether a full-text index is filled, too. */
  readonly indexed: boolean;
}

const NOTE = `{"title":"${'t'.repeat(60)}","content":"${'A word and another. '.repeat(22)}"}`;
/** Number of commits between two looks at the time. */
const LOOK = 8;

/** Returns how many rows per second SQLite alone inserts: the service cannot be faster. */
export const sqliteAlone = job(import.meta.url, async (filled: Filled): Promise<number> => {
  const { together, seconds, synced, indexed } = filled;
  const directory = mkdtempSync(join(filled.directory || tmpdir(), 'sqlite-'));
  const db = new Database(join(directory, 'alone.db'));
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synced ? 'FULL' : 'OFF'}`);
    db.exec('CREATE TABLE note (position INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
    if (indexed) db.exec("CREATE VIRTUAL TABLE words USING fts5(body, content='')");
    const insert = db.prepare('INSERT INTO note (position, body) VALUES (?, ?)');
    const index = indexed ? db.prepare('INSERT INTO words (rowid, body) VALUES (?, ?)') : undefined;
    let rows = 0;
    const commit = db.transaction(() => {
      for (let i = 0; i < together; i += 1) {
        rows += 1;
        insert.run(rows, `${rows} ${NOTE}`);
        index?.run(rows, `${rows} ${NOTE}`);
      }
    });
    const start = performance.now();
    let now = start;
    while (now - start < seconds * 1000) {
      for (let i = 0; i < LOOK; i += 1) commit.immediate();
      now = performance.now();
    }
    return (rows * 1000) / (now - start);
  } finally {
    db.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

import { cpSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/sqlite/database.js';
import type { Family } from '../cases.js';
import { whileRunning } from '../whileRunning.js';

const inside = (directory: string, name: string) => join(directory, name);
const GARBAGE = Buffer.alloc(4096, 'not a page of a database');

/** Files and directories that disappear or change under the running service. */
export const directories: Family = {
  name: 'running',
  cases: () => [
    whileRunning({
      did: 'data directory deleted while it runs',
      make: ({ directory }) => rmSync(directory, { recursive: true }),
      destroys: true,
      tell: 'the data is gone',
    }),
    whileRunning({
      did: 'data directory moved away while it runs',
      make: ({ directory }) => renameSync(directory, `${directory}-moved`),
      movesTo: (directory) => `${directory}-moved`,
      tell: 'the data is elsewhere',
    }),
    whileRunning({
      did: 'data directory replaced by a copy while it runs',
      make({ directory }) {
        renameSync(directory, `${directory}-moved`);
        cpSync(`${directory}-moved`, directory, { recursive: true });
      },
      tell: 'the data is elsewhere',
    }),
    whileRunning({
      did: 'log.db and its write-ahead log deleted while it runs',
      make({ directory }) {
        for (const name of readdirSync(directory).filter((one) => one.startsWith('log.db'))) {
          rmSync(inside(directory, name));
        }
      },
      destroys: true,
      tell: 'the log is gone',
    }),
    whileRunning({
      did: 'views.db deleted while it runs',
      make: ({ directory }) => rmSync(inside(directory, 'views.db')),
    }),
    whileRunning({
      did: 'views.db emptied while it runs',
      make: ({ directory }) => truncateSync(inside(directory, 'views.db')),
      damaged: 'views',
    }),
    whileRunning({
      did: 'views.db and its write-ahead log overwritten with text while it runs',
      make({ directory }) {
        writeFileSync(inside(directory, 'views.db'), GARBAGE.toString().repeat(50));
        writeFileSync(inside(directory, 'views.db-wal'), GARBAGE);
      },
      damaged: 'views',
    }),
    whileRunning({
      did: 'views.db locked by another program',
      make: ({ directory }) => lock(inside(directory, 'views.db')),
      mend: (directory) => unlock(inside(directory, 'views.db')),
    }),
  ],
};

const locks = new Map<string, Database.Database>();

function lock(file: string): void {
  const db = new Database(file);
  db.exec('BEGIN IMMEDIATE');
  locks.set(file, db);
}

function unlock(file: string): void {
  locks.get(file)?.close();
  locks.delete(file);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/sqlite/database.js';
import { liveBytesOf, rootsOf } from '../../../test/support/sqlitePages.js';
import { type Case, type Family, times } from '../cases.js';
import { whileStopped } from '../whileStopped.js';

/** Single bits that turned over while the service was stopped. */
export const bitFlips: Family = {
  name: 'bit flip',
  cases: ({ share }) => [
    ...times(20, share, () => inWal('log.db-wal', 'log')),
    ...times(6, share, () => inWal('views.db-wal', 'views')),
    ...times(20, share, () => inDatabase('log.db', 'log', 'live byte', () => true)),
    ...times(20, share, () => inDatabase('views.db', 'views', 'table', isTable)),
    ...times(30, share, () => inDatabase('views.db', 'views', 'index', (...of) => !isTable(...of))),
  ],
};

function inWal(name: string, damaged: 'log' | 'views'): Case {
  return whileStopped({
    did: `a bit of ${name}`,
    from: 'killed',
    damaged,
    spoil(directory, { random }) {
      const file = join(directory, name);
      flip(file, Math.floor(random() * readFileSync(file).length), random);
    },
  });
}

function inDatabase(
  name: string,
  damaged: 'log' | 'views',
  what: string,
  isMeant: (tree: string, tables: ReadonlySet<string>) => boolean,
): Case {
  return whileStopped({
    did: `a bit of ${name}: ${what}`,
    from: 'stopped',
    damaged,
    spoil(directory, { random }) {
      const file = join(directory, name);
      const tables = tablesOf(file);
      const live = [...liveBytesOf(readFileSync(file), rootsOf(file))];
      const meant = live.filter(([part]) => isMeant(part.split(' / ')[0] ?? '', tables));
      const [, bytes = []] = meant[Math.floor(random() * meant.length)] ?? [];
      flip(file, bytes[Math.floor(random() * bytes.length)] ?? 0, random);
    },
  });
}

function flip(file: string, at: number, random: () => number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
  writeFileSync(file, bytes);
}

const isTable = (tree: string, tables: ReadonlySet<string>) => tables.has(tree);

function tablesOf(file: string): ReadonlySet<string> {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  db.close();
  return new Set(rows.map(String));
}

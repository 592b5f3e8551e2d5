import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../diagnostics/messageOf.js';
import { openPrivateCopy } from '../sqlite/privateCopy.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type DatabaseKind, databaseKind, type Tables } from './databaseKind.js';
import type { PeerRow } from './eachRow.js';
import type { PeerCells } from './peerCells.js';
import { lookAt, wrongFile } from './wrongFile.js';

/** The database of a peer, in a copy of its own. */
export interface PeerDatabase {
  readonly tables: Tables;
  /** Rows of those tables of `names` that are there; undefined when one cannot be counted. */
  count(names: readonly string[]): number | undefined;
  /**
   * The rows of a table, all columns, by their row ids; none without such a table. `key` is the column that a row is named
   * after. Where the file is damaged, that is one row, and those beyond the damage follow from the end.
   */
  rows(table: string, key?: string): AsyncIterable<PeerRow>;
  /** The rows of a table in which a column has a value. For a few: they are all read at once. */
  those(table: string, column: string, value: unknown): readonly PeerCells[];
  close(): void;
}

/** So many rows are read in one turn of the event loop, which shows the progress in between. */
const ROWS_A_TURN = 200;

/** A table and a column of it by whose values `those` asks. */
export type AskedColumn = readonly [table: string, column: string];

/** Opens the database of `kind`, of which `asked` may be asked often. Throws a `Diagnostic` that says what the file is when it is not that. */
export async function openPeerDatabase(
  file: string,
  kind: DatabaseKind,
  asked: readonly AskedColumn[] = [],
): Promise<PeerDatabase> {
  const wanted = `a database of ${kind}`;
  const look = lookAt(file);
  // A database that was just made may have everything in its write-ahead log.
  if (look !== 'database' && !(look === 'empty' && existsSync(`${file}-wal`)))
    throw wrongFile(file, wanted, look === 'empty' ? 'it is empty' : `it looks like ${look}`);
  const { sql, close } = await openPrivateCopy(file);
  try {
    const tables = tablesOf(sql);
    const found = databaseKind(tables);
    if (found !== kind) throw wrongDatabase(file, wanted, found, tables);
    for (const [table, column] of asked)
      if (tables.get(table)?.has(column)) addIndex(sql, table, column);
    return {
      ...{ tables, close },
      count: (names) => counted(sql, tables, names),
      rows: (table, key) => (tables.has(table) ? rowsOf(sql, table, key) : nothing()),
      those: (table, column, value) =>
        tables.get(table)?.has(column) ? thoseOf(sql, table, column, value) : [],
    };
  } catch (error) {
    close();
    throw error;
  }
}

function wrongDatabase(
  file: string,
  wanted: string,
  found: DatabaseKind | undefined,
  tables: Tables,
): Error {
  if (found === 'memory-vault') {
    return wrongFile(file, wanted, 'it is a file of a vault', 'import an export of that vault');
  }
  if (found !== undefined) {
    const next = `import it as ${found}: memory-vault import ${found} ${file}`;
    return wrongFile(file, wanted, `it looks like one of ${found}`, next);
  }
  const names = [...tables.keys()].sort().slice(0, 5).join(', ');
  const has = names === '' ? 'it has no tables' : `it is a database with other tables (${names})`;
  return wrongFile(file, wanted, has);
}

/** Real tables only: a view or a virtual table could run anything. */
function tablesOf(sql: Sql): Tables {
  const names = sql.all<{ name: string }>(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND wr = 0",
  );
  const columns = (name: string) =>
    sql.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [name]);
  return new Map(
    names
      .filter(({ name }) => !name.startsWith('sqlite_'))
      .map(({ name }) => [name, new Set(columns(name).map((column) => column.name))]),
  );
}

function counted(sql: Sql, tables: Tables, names: readonly string[]): number | undefined {
  const there = names.filter((name) => tables.has(name));
  try {
    return there.reduce(
      (sum, name) => sum + (sql.get<{ n: number }>(`SELECT count(*) n FROM "${name}"`)?.n ?? 0),
      0,
    );
  } catch {
    // It is for the progress alone: what is damaged is said where it is read.
    return undefined;
  }
}

function thoseOf(sql: Sql, table: string, column: string, value: unknown): PeerCells[] {
  // The cells of a key are what SQLite gave, so it takes them back.
  const params = [value] as string[];
  return sql.all(
    `SELECT * FROM "${table}" WHERE "${column}" = ? ORDER BY rowid LIMIT 1000`,
    params,
  );
}

/** Without an index, each question would read the whole table. The copy has no name any more, and so none for a journal. */
function addIndex({ db }: Sql, table: string, column: string): void {
  try {
    db.pragma('query_only = OFF');
    db.pragma('journal_mode = MEMORY');
    db.exec(`CREATE INDEX "memory_vault_${table}_${column}" ON "${table}" ("${column}")`);
  } catch {
    // A damaged table is read without one.
  } finally {
    db.pragma('query_only = ON');
  }
}

async function* nothing(): AsyncGenerator<PeerRow> {}

interface Numbered extends PeerCells {
  readonly memory_vault_rowid: number;
}

async function* rowsOf(sql: Sql, table: string, key = 'id'): AsyncGenerator<PeerRow> {
  const all = `SELECT rowid memory_vault_rowid, * FROM "${table}"`;
  let last = Number.MIN_SAFE_INTEGER;
  let read = 0;
  const rowOf = (cells: Numbered): PeerRow => {
    const name = cells[key] ?? cells.memory_vault_rowid;
    return { row: `${table} ${String(name).slice(0, 80)}`, cells };
  };
  try {
    for (const cells of sql.each<Numbered>(`${all} ORDER BY rowid`)) {
      last = cells.memory_vault_rowid;
      yield rowOf(cells);
      if (++read % ROWS_A_TURN === 0) await setImmediate();
    }
    return;
  } catch (error) {
    const place = read === 0 ? 'its first row' : `row ${last}`;
    yield {
      row: `${table} after ${place}`,
      damage: `the database cannot be read there: ${messageOf(error)}`,
    };
  }
  try {
    const after = `${all} WHERE rowid > ? ORDER BY rowid DESC`;
    for (const cells of sql.each<Numbered>(after, [last])) {
      yield rowOf(cells);
      if (++read % ROWS_A_TURN === 0) await setImmediate();
    }
  } catch {
    // The other side of the same damage, which is told already.
  }
}

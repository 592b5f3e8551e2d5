import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../diagnostics/diagnostic.js';
import { openPrivateCopy } from '../sqlite/privateCopy.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type PeerCells, type PeerRow, skipAll } from './peerRows.js';
import { lookAt, wrongFile } from './sourceFile.js';
import type { SourceRow } from './sourceRow.js';

/** The tables of a database by their names, with the names of their columns. */
type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/** What each database is told by: a table that only it has, and columns of it. The first that fits counts. */
const SIGNS = [
  ['memory-vault', 'events', ['position', 'stream', 'commitment']],
  ['memory-vault', 'cursors', ['name', 'version', 'position']],
  ['engram', 'observations', ['session_id', 'scope', 'title', 'content']],
  ['korva', 'observations', ['session_id', 'team', 'country', 'title', 'content', 'tags']],
  ['claude-mem', 'observations', ['memory_session_id', 'created_at_epoch']],
  ['claude-mem', 'observations', ['sdk_session_id', 'created_at_epoch']],
  ['claude-mem', 'memories', ['session_id', 'text', 'created_at_epoch']],
  ['mcp-memory-service', 'memories', ['content_hash', 'content', 'memory_type']],
] as const;

/** The programs whose databases are told from one another. */
type DatabaseKind = (typeof SIGNS)[number][0];

/** Whose database has these tables; undefined for one that nobody knows. */
function databaseKind(tables: Tables): DatabaseKind | undefined {
  const found = SIGNS.find(([, table, columns]) => {
    const there = tables.get(table);
    return there !== undefined && columns.every((column) => there.has(column));
  });
  return found?.[0];
}

/** The database of a peer, in a copy of its own. */
export interface PeerDatabase {
  readonly tables: Tables;
  /** Rows of those tables of `names` that are there; undefined when one cannot be counted. */
  count(names: readonly string[]): number | undefined;
  /**
   * The rows of a table with the columns that are taken of it, by their row ids; none without such a table. `key` is the column
   * that a row is named after. Where the file is damaged, that is one row, and those beyond the damage follow from the end.
   */
  rows(table: string, key?: string): AsyncIterable<PeerRow>;
  /** The rows of a table in which a column has a value. For a few: they are all read at once. */
  those(table: string, column: string, value: unknown): readonly PeerCells[];
  /** What is in no line: the rows of unknown tables, and unknown columns that hold something. */
  leftOut(): AsyncIterable<SourceRow>;
  close(): void;
}

/** Opens the database of `kind`. Throws a `Diagnostic` that says what the file is when it is not that. */
export async function openPeerDatabase(
  file: string,
  kind: DatabaseKind,
  layout: PeerLayout,
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
    for (const [table, column] of layout.asked ?? [])
      if (tables.get(table)?.has(column)) addIndex(sql, table, column);
    return {
      tables,
      close,
      count: (names) => counted(sql, tables, names),
      rows: (table, key) =>
        tables.has(table) ? rowsOf(sql, table, cellsOf(layout, tables, table), key) : nothing(),
      those: (table, column, value) =>
        tables.get(table)?.has(column)
          ? thoseOf(sql, table, cellsOf(layout, tables, table), column, value)
          : [],
      leftOut: () => leftOut(sql, layout, tables),
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

/** What is read of the database of a peer. */
export interface PeerLayout {
  /** The columns that are taken of each table. Others are never read: a stranger may have made them of any size. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** Those of its tables whose rows are told one by one, whatever columns they have. */
  readonly told: readonly string[];
  /** Beginnings of names of tables and columns that only the peer itself has a use for. */
  readonly internal: readonly string[];
  /** Columns by whose values `those` asks often. */
  readonly asked?: readonly AskedColumn[];
}

/** A table and a column of it by whose values `those` asks. */
export type AskedColumn = readonly [table: string, column: string];

/** So many rows are read in one turn of the event loop, which shows the progress in between. */
const ROWS_A_TURN = 200;

/**
 * Real tables only, with real columns: a view, a virtual table or a generated column could run anything. What stands behind a virtual
 * table has its name in front.
 */
function tablesOf(sql: Sql): Tables {
  const names = sql.all<{ name: string }>(
    `SELECT name FROM pragma_table_list AS one WHERE type = 'table' AND schema = 'main' AND wr = 0 AND NOT EXISTS (
       SELECT 1 FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' AND one.name LIKE replace(name, '_', '\\_') || '\\_%' ESCAPE '\\')`,
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
      (sum, name) =>
        sum + (sql.get<{ n: number }>(`SELECT count(*) n FROM ${quoted(name)}`)?.n ?? 0),
      0,
    );
  } catch {
    // It is for the progress alone: what is damaged is said where it is read.
    return undefined;
  }
}

/** Longer than any text that a vault keeps of a cell: what is behind it is not read. */
const LONGEST_CELL = 2_200_000;

/** SQL for the columns that are taken of a table and are there. */
function cellsOf({ taken }: PeerLayout, tables: Tables, table: string): string {
  const there = taken[table]?.filter((column) => tables.get(table)?.has(column)) ?? [];
  return there
    .map((column) => {
      const cell = `"${column}"`;
      return `, CASE WHEN length(${cell}) > ${LONGEST_CELL} THEN substr(${cell}, 1, ${LONGEST_CELL}) ELSE ${cell} END ${cell}`;
    })
    .join('');
}

async function* leftOut(sql: Sql, layout: PeerLayout, tables: Tables): AsyncGenerator<SourceRow> {
  const isInternal = (name: string) => layout.internal.some((start) => name.startsWith(start));
  for (const [table, columns] of tables) {
    if (isInternal(table) || layout.told.includes(table)) continue;
    const taken = layout.taken[table];
    if (!taken) {
      yield* skipAll(
        rowsOf(sql, table, ''),
        `in the table ${shown(table)}, which a vault does not know`,
      );
      continue;
    }
    const others = [...columns].filter((column) => !taken.includes(column) && !isInternal(column));
    for (const column of others) {
      const rows = filled(sql, table, column);
      if (rows === 0) continue;
      const skipped = `a column that a vault does not know: ${rows} ${rows === 1 ? 'row has' : 'rows have'} something in it`;
      yield { row: `${table}.${shown(column)}`, skipped };
    }
  }
}

const shown = (name: string) => name.slice(0, 80);

/** How many rows have something in a column that is not its empty form. */
function filled(sql: Sql, table: string, column: string): number {
  const empty = "('', '0', '[]', '{}', 'null', 'false')";
  const cell = quoted(column);
  const said = `SELECT count(*) n FROM ${quoted(table)} WHERE CAST(substr(${cell}, 1, 6) AS TEXT) NOT IN ${empty}`;
  try {
    return sql.get<{ n: number }>(said)?.n ?? 0;
  } catch {
    // What is damaged is said where it is read.
    return 0;
  }
}

/** A name that a stranger chose, in SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function thoseOf(
  sql: Sql,
  table: string,
  cells: string,
  column: string,
  value: unknown,
): PeerCells[] {
  // The cells of a key are what SQLite gave, so it takes them back.
  const params = [value] as string[];
  return sql.all(
    `SELECT rowid memory_vault_rowid${cells} FROM "${table}" WHERE "${column}" = ? ORDER BY rowid LIMIT 1000`,
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

async function* rowsOf(
  sql: Sql,
  table: string,
  columns: string,
  key = 'id',
): AsyncGenerator<PeerRow> {
  const all = `SELECT rowid memory_vault_rowid${columns} FROM ${quoted(table)}`;
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

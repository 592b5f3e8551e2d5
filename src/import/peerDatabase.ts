import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Diagnostic, diagnosticOf, messageOf } from '../diagnostics/diagnostic.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import { inTurn, type PeerCells, type PeerRow, skipAll } from './peerRows.js';
import { lookAt, wrongFile } from './sourceFile.js';
import type { Source, SourceRow } from './sourceRow.js';

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

/** What is read of the database of a peer. Names are separated by blanks. */
export interface PeerLayout {
  /** The columns that are taken of each table. Others are never read: a stranger may have made them of any size. */
  readonly taken: Readonly<Record<string, string>>;
  /** Those of its tables whose rows come one by one; by default, all that are taken. */
  readonly counted?: readonly string[];
  /** Those of its tables whose rows are told one by one, whatever columns they have. */
  readonly told: string;
  /** Beginnings of names of tables and columns that only the peer itself has a use for. */
  readonly internal: string;
}

const namesIn = (names = ''): readonly string[] => names.split(' ').filter((name) => name !== '');

/** The database of a peer, as it is at one moment. */
export interface PeerDatabase {
  readonly tables: Tables;
  /**
   * The rows of a table with the columns that are taken of it, by their row ids; none without such a table. `key` is the column
   * that a row is named after. Where the file is damaged, the last row says so.
   */
  rows(table: string, key?: string): AsyncIterable<PeerRow>;
  /** What is in no line: the rows of unknown tables, and unknown columns that hold something. */
  leftOut(): AsyncIterable<SourceRow>;
  /** Rows that will come; undefined when they cannot be counted. */
  count(): number | undefined;
  close(): void;
}

/** The database `kind` as a source: what `rowsOf` makes of it, and then what is left out. Throws what `openPeerDatabase` throws. */
export function databaseSource(
  file: string,
  kind: DatabaseKind,
  layout: PeerLayout,
  rowsOf: (database: PeerDatabase) => AsyncIterable<SourceRow>,
): Source {
  const database = openPeerDatabase(file, kind, layout);
  const { leftOut, count, close } = database;
  return { name: kind, total: count(), rows: () => inTurn(rowsOf(database), leftOut()), close };
}

/**
 * Opens the database of `kind` for reading only, with all that its write-ahead log holds, also while its program runs. What is
 * written meanwhile is not seen. Throws a `Diagnostic` that says what the file is when it is not that.
 */
export function openPeerDatabase(
  file: string,
  kind: DatabaseKind,
  layout: PeerLayout,
): PeerDatabase {
  const wanted = `a database of ${kind}`;
  const look = lookAt(file);
  // A database that was just made may have everything in its write-ahead log.
  if (look !== 'database' && !(look === 'empty' && existsSync(`${file}-wal`)))
    throw wrongFile(file, wanted, look === 'empty' ? 'it is empty' : `it looks like ${look}`);
  const sql = openSqliteReader(file);
  try {
    // What the schema of a stranger says is not run.
    sql.db.pragma('trusted_schema = OFF');
    sql.db.exec('BEGIN');
    const tables = tablesOf(sql);
    const found = databaseKind(tables);
    if (found !== kind) throw wrongDatabase(file, wanted, found, tables);
    return readTables(sql, layout, tables);
  } catch (error) {
    sql.db.close();
    throw unreadable(file, error);
  }
}

/** What to do about a database that SQLite cannot read is not what is to be done about one of a vault. */
function unreadable(file: string, error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  const { code } = diagnosticOf(error);
  const next = nextFor(code === 'read_only' && existsSync(`${file}-journal`) ? 'unfinished' : code);
  return new Diagnostic(code, messageOf(error, file), { file, next, cause: error });
}

function nextFor(code: string): string {
  switch (code) {
    case 'file_damaged':
      return 'name a database. If it is a damaged one, repair it with "sqlite3 FILE .recover", or use a backup';
    case 'unfinished':
      // Its program was ended in the middle of a write, which only a program that may write takes back.
      return 'open it once with its program or with sqlite3, which ends an unfinished write, and import it then';
    default:
      return 'import a copy of it, with its write-ahead log, from a directory in which you may write';
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

/**
 * Real tables only, with real columns: a view, a virtual table or a generated column could run anything. What stands behind a virtual
 * table has its name in front.
 */
function tablesOf(sql: Sql): Tables {
  const names = sql.all<{ name: string }>(
    `SELECT name FROM pragma_table_list AS one WHERE type = 'table' AND schema = 'main' AND wr = 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'
                       AND one.name LIKE replace(name, '_', '\\_') || '\\_%' ESCAPE '\\')`,
  );
  const columns = (name: string) =>
    sql.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [name]);
  return new Map(
    names.map(({ name }) => [name, new Set(columns(name).map((column) => column.name))]),
  );
}

/** A name that a stranger chose, in SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const shown = (name: string) => name.slice(0, 80);

/** Values that say as little as none. */
const EMPTY = "('', '0', '[]', '{}', 'null', 'false')";

/** So many rows are read in one turn of the event loop: between turns, Ctrl-C is heard and the progress is drawn. */
const ROWS_A_TURN = 200;

/** Longer than any text that a vault keeps of a cell: what is behind it is not read. */
const LONGEST_CELL = 2_200_000;

/** SQL for the beginning of a cell that a stranger may have made of any size. A long one is told by its bytes, which are not read for that. */
function cellIn(column: string): string {
  const cell = quoted(column);
  return `CASE WHEN octet_length(${cell}) > ${LONGEST_CELL} THEN substr(${cell}, 1, ${LONGEST_CELL}) ELSE ${cell} END ${cell}`;
}

function readTables(sql: Sql, layout: PeerLayout, tables: Tables): PeerDatabase {
  const taken = (table: string) => namesIn(layout.taken[table]);
  /** `undefined` where the file is damaged: that is said where it is read. */
  function counted(table: string, where = ''): number | undefined {
    try {
      return sql.get<{ n: number }>(`SELECT count(*) n FROM ${quoted(table)} ${where}`)?.n;
    } catch {
      return undefined;
    }
  }

  async function* rows(table: string, key = 'id'): AsyncGenerator<PeerRow> {
    const there = tables.get(table);
    if (there === undefined) return;
    const columns = taken(table).filter((column) => there.has(column));
    const all = ['rowid memory_vault_rowid', ...columns.map(cellIn)].join(', ');
    let last = 'its first row';
    let read = 0;
    try {
      const found = sql.each<PeerCells & { readonly memory_vault_rowid: number }>(
        `SELECT ${all} FROM ${quoted(table)} ORDER BY rowid`,
      );
      for (const cells of found) {
        last = `row ${cells.memory_vault_rowid}`;
        yield { row: `${table} ${shown(String(cells[key] ?? cells.memory_vault_rowid))}`, cells };
        if (++read % ROWS_A_TURN === 0) await setImmediate();
      }
    } catch (error) {
      const skipped = `the database cannot be read there: ${messageOf(error)}`;
      yield { row: `${table} after ${last}`, skipped };
    }
  }

  async function* leftOut(): AsyncGenerator<SourceRow> {
    const internal = namesIn(layout.internal);
    const isInternal = (name: string) => internal.some((start) => name.startsWith(start));
    for (const [table, columns] of tables) {
      if (isInternal(table) || namesIn(layout.told).includes(table)) continue;
      if (taken(table).length === 0) {
        yield* skipAll(
          rows(table),
          `in the table ${shown(table)}: memory-vault does not know this table`,
        );
        continue;
      }
      for (const column of columns) {
        if (taken(table).includes(column) || isInternal(column)) continue;
        const count = counted(
          table,
          `WHERE CAST(substr(${quoted(column)}, 1, 6) AS TEXT) NOT IN ${EMPTY}`,
        );
        if (!count) continue;
        const has = count === 1 ? '1 row has' : `${count} rows have`;
        const skipped = `a column that a vault does not know: ${has} something in it`;
        yield { row: `${table}.${shown(column)}`, skipped };
      }
    }
  }

  return {
    tables,
    rows,
    leftOut,
    count() {
      const names = layout.counted ?? Object.keys(layout.taken);
      const counts = names.filter((name) => tables.has(name)).map((name) => counted(name));
      // Of no number, the sum is none either.
      const sum = counts.reduce<number>((all, count) => all + (count ?? Number.NaN), 0);
      return Number.isNaN(sum) ? undefined : sum;
    },
    close: () => sql.db.close(),
  };
}

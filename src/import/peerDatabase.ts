import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../diagnostics/diagnostic.js';
import { openPrivateCopy } from '../sqlite/privateCopy.js';
import type { Sql } from '../sqlite/sqlite.js';
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

/** The database of a peer, in a copy of its own. */
export interface PeerDatabase {
  readonly tables: Tables;
  /**
   * The rows of a table with the columns that are taken of it, by their row ids; none without such a table. `key` is the column
   * that a row is named after. Where the file is damaged, the last row says so.
   */
  rows(table: string, key?: string): AsyncIterable<PeerRow>;
  /** What is in no line: the rows of unknown tables, and unknown columns that hold something. */
  leftOut(): AsyncIterable<SourceRow>;
  /** Rows of those tables of `names` that are there; undefined when one cannot be counted. */
  count(names: readonly string[]): number | undefined;
  close(): void;
}

/** The database `kind` as a source: what `rowsOf` makes of it, and then what is left out. Throws what `openPeerDatabase` throws. */
export async function databaseSource(
  file: string,
  kind: DatabaseKind,
  layout: PeerLayout,
  rowsOf: (database: PeerDatabase) => AsyncIterable<SourceRow>,
): Promise<Source> {
  const database = await openPeerDatabase(file, kind, layout);
  return {
    name: kind,
    total: database.count(layout.counted ?? Object.keys(layout.taken)),
    rows: () => inTurn(rowsOf(database), database.leftOut()),
    close: database.close,
  };
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
    return {
      tables,
      rows: (table, key) => rowsOf(sql, table, cellsOf(layout, tables, table), key),
      leftOut: () => leftOut(sql, layout, tables),
      count: (names) => counted(sql, tables, names),
      close,
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
  const count = (table: string) =>
    sql.get<{ n: number }>(`SELECT count(*) n FROM ${quoted(table)}`);
  try {
    return names
      .filter((name) => tables.has(name))
      .reduce((sum, name) => sum + (count(name)?.n ?? 0), 0);
  } catch {
    // It is for the progress alone: what is damaged is said where it is read.
    return undefined;
  }
}

/** Longer than any text that a vault keeps of a cell: what is behind it is not read. */
const LONGEST_CELL = 2_200_000;

/** SQL for the columns that are taken of a table and are there; undefined without such a table. */
function cellsOf({ taken }: PeerLayout, tables: Tables, table: string): string | undefined {
  const columns = tables.get(table);
  return (
    columns &&
    namesIn(taken[table])
      .filter((column) => columns.has(column))
      .map((column) => {
        const cell = `"${column}"`;
        return `, CASE WHEN length(${cell}) > ${LONGEST_CELL} THEN substr(${cell}, 1, ${LONGEST_CELL}) ELSE ${cell} END ${cell}`;
      })
      .join('')
  );
}

async function* leftOut(sql: Sql, layout: PeerLayout, tables: Tables): AsyncGenerator<SourceRow> {
  const internal = namesIn(layout.internal);
  const isInternal = (name: string) => internal.some((start) => name.startsWith(start));
  for (const [table, columns] of tables) {
    if (isInternal(table) || namesIn(layout.told).includes(table)) continue;
    const taken = namesIn(layout.taken[table]);
    if (taken.length === 0) {
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

interface Numbered extends PeerCells {
  readonly memory_vault_rowid: number;
}

async function* rowsOf(
  sql: Sql,
  table: string,
  columns: string | undefined,
  key = 'id',
): AsyncGenerator<PeerRow> {
  if (columns === undefined) return;
  let last = 'its first row';
  let read = 0;
  try {
    const all = `SELECT rowid memory_vault_rowid${columns} FROM ${quoted(table)} ORDER BY rowid`;
    for (const cells of sql.each<Numbered>(all)) {
      last = `row ${cells.memory_vault_rowid}`;
      const name = cells[key] ?? cells.memory_vault_rowid;
      yield { row: `${table} ${String(name).slice(0, 80)}`, cells };
      if (++read % ROWS_A_TURN === 0) await setImmediate();
    }
  } catch (error) {
    const skipped = `the database cannot be read there: ${messageOf(error)}`;
    yield { row: `${table} after ${last}`, skipped };
  }
}

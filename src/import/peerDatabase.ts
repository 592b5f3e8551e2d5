import { existsSync } from 'node:fs';
import { openPrivateCopy } from '../sqlite/privateCopy.js';
import { type DatabaseKind, databaseKind, type Tables } from './databaseKind.js';
import type { PeerRow } from './eachRow.js';
import type { PeerCells } from './peerCells.js';
import {
  addIndex,
  cellsOf,
  counted,
  leftOut,
  nothing,
  type PeerLayout,
  rowsOf,
  tablesOf,
  thoseOf,
} from './peerTables.js';
import type { SourceRow } from './sourceRow.js';
import { lookAt, wrongFile } from './wrongFile.js';

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
      ...{ tables, close },
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

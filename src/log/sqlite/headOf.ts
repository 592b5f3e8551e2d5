import type { Sql } from '../../sqlite/sqlite.js';
import type { Head } from '../eventLog.js';

/** Where the log in a SQLite file ends. */
export function headOf(sql: Sql): Head {
  const { position, hash } = endOf(sql);
  return { position, hash };
}

/** The end of a log, with the time of its last event in milliseconds since 1970: 0 when there is none. */
export function endOf(sql: Sql): Head & { readonly at: number } {
  return sql.get<Head & { readonly at: number }>(LAST) ?? EMPTY;
}

const LAST = 'SELECT position, hash, at FROM events ORDER BY position DESC LIMIT 1';
const EMPTY = { position: 0, hash: Buffer.alloc(32), at: 0 };

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

/** The chain's hash at a position: 32 zero bytes at 0, undefined where the log has no such event. */
export function hashAt(sql: Sql, position: number): Buffer | undefined {
  if (position === 0) return EMPTY.hash;
  return sql.get<Head>('SELECT hash FROM events WHERE position = ?', [position])?.hash;
}

import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Head, LogTotals } from '../eventLog.js';

/** Where the log in a SQLite file ends. */
export function headOf(sql: Sql): Head {
  const head = sql.get<Head>('SELECT position, hash FROM head');
  if (!head)
    throw new Diagnostic('file_damaged', 'log.db has no head: it is not a log of memory-vault', {
      file: sql.db.name,
      setting: 'VAULT_DATA_DIR',
      next: 'set VAULT_DATA_DIR to the directory of a vault',
    });
  return head;
}

/** What is counted of a log without reading it. */
export function totalsOf(sql: Sql): LogTotals {
  const totals = sql.get<LogTotals>('SELECT position AS events, deduplicated FROM head');
  return totals ?? { events: 0, deduplicated: 0 };
}

/** Time of the last event of a log, in milliseconds since 1970; 0 when there is none. */
export function lastTimeOf(sql: Sql): number {
  const last = sql.get<{ at: number }>('SELECT at FROM events ORDER BY position DESC LIMIT 1');
  return last?.at ?? 0;
}

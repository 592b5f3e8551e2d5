import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Head, LogTotals } from '../eventLog.js';
import { sealOfHead } from '../seal.js';
import { headOf } from './headOf.js';

// The table `head` has one row, which says how far the log has come, so that one that was cut short is noticed. It is
// written when the log is opened and closed and with every 100th event: with each it would be one page more for a save.
// What the log grew by since then is told by its write-ahead log and by the other files of the vault.

/** How many events the log grows by, at most, until the row is written again. */
export const HEAD_LAG = 100;

/** What is counted of a log without reading it. */
export function totalsOf(sql: Sql): LogTotals {
  const head = sql.get<{ deduplicated: number }>('SELECT deduplicated FROM head');
  return { events: headOf(sql).position, deduplicated: head?.deduplicated ?? 0 };
}

/** Writes the row when it is due: after `before`, the log has come to `head`, and `deduplicated` more saves are counted. */
export function recordHead(sql: Sql, before: number, head: Head, deduplicated: number): void {
  const hundreds = (position: number) => Math.floor(position / HEAD_LAG);
  if (deduplicated === 0 && hundreds(before) === hundreds(head.position)) return;
  writeHead(sql, head, totalsOf(sql).deduplicated + deduplicated);
}

/** Brings the row up to the end of the log. Throws where the log ends before what it says. */
export function bringHeadUpToDate(sql: Sql): void {
  const stored = sql.get<{ position: number; deduplicated: number }>(
    'SELECT position, deduplicated FROM head',
  );
  if (!stored) {
    throw damaged(sql, 'log.db has no head: it is not a log of memory-vault');
  }
  const end = headOf(sql);
  if (stored.position > end.position) {
    const is = `log.db ends at event ${end.position}`;
    throw damaged(sql, `${is}, but once had ${stored.position}: it was cut short`);
  }
  if (stored.position < end.position) writeHead(sql, end, stored.deduplicated);
}

function writeHead(sql: Sql, head: Head, deduplicated: number): void {
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = ?, seal = ?', [
    head.position,
    head.hash,
    deduplicated,
    sealOfHead(head, deduplicated),
  ]);
}

function damaged(sql: Sql, message: string): Diagnostic {
  return new Diagnostic('file_damaged', message, {
    file: sql.db.name,
    setting: 'VAULT_DATA_DIR',
    next: 'set VAULT_DATA_DIR to the directory of a vault, or restore a backup',
  });
}

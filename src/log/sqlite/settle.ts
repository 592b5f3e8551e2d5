import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Head, LogTotals } from '../eventLog.js';
import { sealOfHead } from '../seal.js';
import { headOf } from './headOf.js';
import type { LatestGuards } from './latestGuards.js';
import { addGuard } from './streamGuards.js';

// The tables `head` and `dedup` follow from the events, and each is one page more for a save that writes it. So they are
// written for many events together, and when the log is opened and closed: they are settled up to the position
// in `head`. What comes behind that is known from the events themselves.

interface HeadRow extends Head {
  readonly deduplicated: number;
}

/** What is counted of a log without reading it. */
export function totalsOf(sql: Sql): LogTotals {
  return { events: headOf(sql).position, deduplicated: rowOf(sql)?.deduplicated ?? 0 };
}

/** The position up to which the tables are settled. */
export function settledTo(sql: Sql): number {
  return rowOf(sql)?.position ?? 0;
}

/** Counts saves that were answered with something that was already there. */
export function countDeduplicated(sql: Sql, count: number): void {
  const row = rowOf(sql);
  if (count > 0 && row) write(sql, row, row.deduplicated + count);
}

/** Settles the tables of a log that ends at `end`, if it has grown by `lag` events since. Inside a transaction. */
export function settleIfLong(sql: Sql, guards: LatestGuards, end: Head, lag: number): void {
  const settled = rowOf(sql)?.position ?? 0;
  if (end.position - settled >= lag) settle(sql, guards);
}

/** Settles the tables up to the end of the log, inside a transaction. Throws where the log ends before what `head` says. */
export function settle(sql: Sql, guards: LatestGuards): void {
  const row = rowOf(sql);
  if (!row) throw damaged(sql, 'log.db has no head: it is not a log of memory-vault');
  const end = headOf(sql);
  if (row.position > end.position) {
    const is = `log.db ends at event ${end.position}`;
    throw damaged(sql, `${is}, but once had ${row.position}: it was cut short`);
  }
  if (row.position === end.position) return;
  guards.bringUpToDate();
  for (const { key, position } of guards.all()) addGuard(sql, key, position);
  write(sql, end, row.deduplicated);
}

function rowOf(sql: Sql): HeadRow | undefined {
  return sql.get<HeadRow>('SELECT position, hash, deduplicated FROM head');
}

function write(sql: Sql, head: Head, deduplicated: number): void {
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

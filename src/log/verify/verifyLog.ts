import { Diagnostic, isOfSurroundings } from '../../diagnostics/diagnostic.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from '../sqlite/headOf.js';
import type { Report } from './problem.js';
import { verifyEvents, type WalkedLog } from './verifyEvents.js';
import { verifyHeader } from './verifyHeader.js';
import { checkFormat, verifySchema } from './verifySchema.js';
import { verifyStreams } from './verifyStreams.js';
import { verifyTables } from './verifyTables.js';

export interface VerifyOptions {
  readonly report: Report;
  readonly onLeaf?: ((leaf: Buffer) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Verifies one snapshot of a log: reads every page, row, hash and guard from disk. Returns the end of the log; undefined
 * when the events could not be read. Throws what says nothing about the log: that it is locked, may not be read, or has another
 * format. `handle` is a file descriptor of the file that `log` reads.
 */
export function verifyLog(
  log: Sql,
  handle: number,
  { report, onLeaf, onProgress }: VerifyOptions,
): WalkedLog | undefined {
  const attempt = <T>(what: string, check: () => T): T | undefined => {
    try {
      return check();
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      report('unreadable', null, `${what} cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  };
  attempt('the header of the file', () => verifyHeader(handle, report));
  const isOurs = attempt('the format', () => checkFormat(log, report));
  if (isOurs instanceof Diagnostic) throw isOurs;
  if (!isOurs) return undefined;
  attempt('the file', () => verifyPages(log, report));
  attempt('the schema', () => verifySchema(log, report));
  attempt('the streams', () => verifyStreams(log, report));
  const total = attempt('the head', () => headOf(log).position) ?? 0;
  const onPage = (position: number) => onProgress?.(position, Math.max(position, total));
  const walked = attempt('the events', () => verifyEvents(log, { report, onLeaf, onPage }));
  // Without all events there is nothing to compare with.
  if (walked) attempt('the tables', () => verifyTables(log, walked, report));
  return walked;
}

/** https://sqlite.org/pragma.html#pragma_integrity_check does not check foreign keys; the checks below do. */
function verifyPages(log: Sql, report: Report): void {
  const rows = log.db.pragma('integrity_check') as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message !== 'ok') report('integrity', null, message);
  }
}

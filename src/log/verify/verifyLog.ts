import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from '../sqlite/headOf.js';
import { AT_THE_END, listTogether, type Reading, reading, unreadable } from './findings.js';
import type { ProblemList, Report } from './problem.js';
import { verifyEnvelopes, type WalkedLog } from './verifyEnvelopes.js';
import { verifyHeader } from './verifyHeader.js';
import { verifyPayloads } from './verifyPayloads.js';
import { isOtherFormat, verifySchema } from './verifySchema.js';
import { verifyStreams } from './verifyStreams.js';
import { verifyTables } from './verifyTables.js';

export interface VerifyOptions {
  readonly problems: ProblemList;
  readonly onLeaf?: ((leaf: Buffer) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Verifies the payloads of the same snapshot on another thread. If it gives undefined, it failed, and they are read here. */
  readonly payloads?: (() => Promise<Reading<number> | undefined>) | undefined;
}

/**
 * Verifies one snapshot of a log: reads every page, row, hash and guard from disk. Returns the end of the log; undefined
 * when the events could not be read. `handle` is a file descriptor of the file that `log` reads.
 */
export async function verifyLog(
  log: Sql,
  handle: number,
  options: VerifyOptions,
): Promise<WalkedLog | undefined> {
  const { problems, onLeaf, onProgress } = options;
  const { report } = problems;
  const attempt = <T>(what: string, check: () => T): T | undefined => {
    try {
      return check();
    } catch (error) {
      report('unreadable', null, unreadable(what, error));
      return undefined;
    }
  };
  attempt('the header of the file', () => verifyHeader(handle, report));
  if (attempt('the format', () => isOtherFormat(log, report)) !== false) return undefined;
  // Runs in parallel with everything below.
  const elsewhere = options.payloads?.();
  attempt('the file', () => verifyPages(log, report));
  attempt('the schema', () => verifySchema(log, report));
  attempt('the streams', () => verifyStreams(log, report));
  const total = attempt('the head', () => headOf(log).position) ?? 0;
  const onPage = (position: number) => onProgress?.(position, Math.max(position, total));
  const envelopes = reading('the events', (notes) =>
    verifyEnvelopes(log, notes, { onLeaf, onPage }),
  );
  const walked = envelopes.gave;
  const tables = reading('the tables', ({ report, lookAt }) => {
    lookAt(AT_THE_END);
    // The tables can be compared only with all events.
    if (walked) verifyTables(log, walked, report);
  });
  const payloads =
    (await elsewhere) ?? reading('the payloads', (notes) => verifyPayloads(log, notes));
  listTogether([envelopes, payloads, tables], problems);
  return payloads.gave === undefined ? undefined : walked;
}

/** https://sqlite.org/pragma.html#pragma_integrity_check does not check foreign keys; the checks below do. */
function verifyPages(log: Sql, report: Report): void {
  const rows = log.db.pragma('integrity_check') as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message !== 'ok') report('integrity', null, message);
  }
}

import type { Sql } from '../../sqlite/sqlite.js';
import { type AnswerRow, sealOfAnswer } from '../seal.js';
import type { Report } from './problem.js';

type SilentRow = AnswerRow & { readonly seal: Buffer | null; readonly known: number };

const SILENT = `SELECT *, version = 0 OR EXISTS (SELECT 1 FROM events
    WHERE events.stream = idempotency.stream AND events.version = idempotency.version) AS known
  FROM idempotency WHERE position IS NULL`;

/**
 * Reports answers that wrote no event and are not as they were written, or speak of what is not there.
 * Nothing but their seal tells of them: that one is missing cannot be noticed.
 */
export function verifyEventlessAnswers(log: Sql, report: Report): void {
  for (const answer of log.db.prepare<[], SilentRow>(SILENT).iterate()) {
    const what = `the answer to request ${answer.key.slice(0, 8)}…`;
    if (!answer.seal?.equals(sealOfAnswer(answer))) {
      report('idempotency', null, `${what} is not as it was written`);
    } else if (!answer.known) {
      report('idempotency', null, `${what} speaks of a version of a stream that is not there`);
    }
  }
}

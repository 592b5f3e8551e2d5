import type { Sql } from '../../sqlite/sqlite.js';
import { type AnswerRow, sealOfAnswer } from '../seal.js';
import type { Report } from './problem.js';

type EventlessRow = AnswerRow & { readonly seal: Buffer | null; readonly known: number };

const EVENTLESS = `SELECT *, version = 0 OR EXISTS (SELECT 1 FROM events
    WHERE events.stream = idempotency.stream AND events.version = idempotency.version) AS known
  FROM idempotency WHERE position IS NULL`;

/**
 * Reports answers without an event that were changed, or that refer to a version that does not exist. Only their seal
 * protects them, so a missing answer cannot be detected.
 */
export function verifyEventlessAnswers(log: Sql, report: Report): void {
  for (const answer of log.db.prepare<[], EventlessRow>(EVENTLESS).iterate()) {
    const what = `the answer to request ${answer.key.slice(0, 8)}…`;
    if (!answer.seal?.equals(sealOfAnswer(answer))) {
      report('idempotency', null, `${what} was changed`);
    } else if (!answer.known) {
      report('idempotency', null, `${what} refers to a version of a stream that does not exist`);
    }
  }
}

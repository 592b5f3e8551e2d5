import type { Sql } from '../../sqlite/sqlite.js';
import type { AnswerRow } from '../seal.js';
import { inText, shownKey, shownStream } from './storedNames.js';

/** An answer that wrote no event, as its row holds it, with the seal of the row. */
export type EventlessAnswer = AnswerRow & { readonly seal: Buffer | null };

const SELECT = `SELECT ${inText('key')} AS key, coalesce(fingerprint, x'') AS fingerprint,
    coalesce(${inText('stream')}, '') AS stream, coalesce(version, 0) AS version, seal
  FROM idempotency WHERE position IS NULL ORDER BY idempotency.key`;

/** The answers to requests with an Idempotency-Key that wrote no event. Run no other statement in between. */
export function* eventlessAnswers(sql: Sql): Generator<EventlessAnswer> {
  for (const row of sql.db.prepare<[], EventlessAnswer>(SELECT).iterate())
    yield { ...row, key: shownKey(row.key), stream: shownStream(row.stream) };
}

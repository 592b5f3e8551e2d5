import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord } from '../eventLog.js';
import { decryptFingerprint, NO_SALT } from '../fingerprintCipher.js';
import type { AnswerRow } from '../seal.js';
import { OWN_SALT, WITH_REDACTIONS } from './readEvents.js';
import { inText, shownKey, shownStream, storedKey } from './storedNames.js';
import { positionsIn, streamParams } from './streamPositions.js';

/** See `EventLog.idempotencyRecord`. */
export function idempotencyRecord(sql: Sql, key: string): IdempotencyRecord | undefined {
  const row = sql.get<{ position: number | null }>(
    'SELECT position FROM idempotency WHERE key = ?',
    [storedKey(key)],
  );
  if (!row) return undefined;
  const { position } = row;
  return position === null ? eventless(sql, key) : withEvent(sql, key, position);
}

type Said<Fingerprint> = Omit<IdempotencyRecord, 'key' | 'position' | 'fingerprint'> & {
  readonly fingerprint: Fingerprint;
};

/** The answer that wrote an event. Its row is gone when the payload is erased, so the payload is there. */
function withEvent(sql: Sql, key: string, position: number): IdempotencyRecord | undefined {
  const said = sql.get<Said<string>>(
    `SELECT ${inText('stream')} AS stream, version, body ->> '$.request.fingerprint' AS fingerprint
     FROM events WHERE position = ?`,
    [position],
  );
  return said && { ...said, key, stream: shownStream(said.stream), position };
}

function eventless(sql: Sql, key: string): IdempotencyRecord | undefined {
  const said = sql.get<Said<Buffer>>(
    `SELECT ${inText('stream')} AS stream, version, fingerprint FROM idempotency WHERE key = ?`,
    [storedKey(key)],
  );
  if (!said) return undefined;
  const { version } = said;
  const stream = shownStream(said.stream);
  const salt = fingerprintSalt(sql, { stream, version });
  const fingerprint = decryptFingerprint(said.fingerprint, key, salt);
  return { key, fingerprint, stream, version, position: null };
}

/** The salt that encrypts the fingerprint of a record: of the payload it speaks of, or zeros where there is none. */
export function fingerprintSalt(
  sql: Sql,
  record: Pick<IdempotencyRecord, 'stream' | 'version'>,
): Buffer {
  return saltOf(sql, record)?.salt ?? NO_SALT;
}

/** The position of an event by its version, and the salt of what it says; null once that is erased. */
export function saltOf(
  sql: Sql,
  { stream, version }: Pick<IdempotencyRecord, 'stream' | 'version'>,
): { readonly position: number; readonly salt: Buffer | null } | undefined {
  return sql.get(
    `SELECT events.position, coalesce(other.salt, ${OWN_SALT}) AS salt
     FROM ${WITH_REDACTIONS} WHERE events.position IN ${positionsIn('version = :version')}`,
    { ...streamParams(sql, stream), version },
  );
}

/** An answer that wrote no event, as its row holds it, with the seal of the row. */
type EventlessAnswer = AnswerRow & { readonly seal: Buffer | null };

const SELECT = `SELECT ${inText('key')} AS key, coalesce(fingerprint, x'') AS fingerprint,
    coalesce(${inText('stream')}, '') AS stream, coalesce(version, 0) AS version, seal
  FROM idempotency WHERE position IS NULL ORDER BY idempotency.key`;

/** The answers to requests with an Idempotency-Key that wrote no event. Run no other statement in between. */
export function* eventlessAnswers(sql: Sql): Generator<EventlessAnswer> {
  for (const row of sql.db.prepare<[], EventlessAnswer>(SELECT).iterate())
    yield { ...row, key: shownKey(row.key), stream: shownStream(row.stream) };
}

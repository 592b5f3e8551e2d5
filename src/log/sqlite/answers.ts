import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord, KnownKey } from '../eventLog.js';
import { decryptFingerprint, encryptFingerprint, NO_SALT } from '../fingerprintCipher.js';
import { type AnswerRow, sealOfAnswer } from '../seal.js';
import { OWN_SALT, WITH_REDACTIONS } from './readEvents.js';
import { inText, shownKey, shownStream, storedKey, storedStream } from './storedNames.js';
import { positionsIn, streamParams } from './streamPositions.js';

/**
 * An answer that wrote an event has nothing but its position: the rest is with the event. When that is erased, its key leads
 * to the event that erased it.
 */
const ANSWER = `SELECT idempotency.position, idempotency.fingerprint AS encrypted,
    body ->> '$.request.key' AS "by", body ->> '$.request.fingerprint' AS plain,
    ${inText('coalesce(events.stream, idempotency.stream)')} AS stream, coalesce(events.version, idempotency.version) AS version
  FROM idempotency LEFT JOIN events ON events.position = idempotency.position WHERE key = ?`;

interface Row extends Pick<IdempotencyRecord, 'position' | 'version'> {
  readonly stream: string | null;
  readonly encrypted: Buffer;
  /** The key of the request that wrote the event. */
  readonly by: string | null;
  readonly plain: string | null;
}

/** See `EventLog.idempotencyRecord`. */
export function idempotencyRecord(sql: Sql, key: string): KnownKey | undefined {
  const row = sql.get<Row>(ANSWER, [storedKey(key)]);
  if (!row?.stream) return undefined;
  const { position, version, encrypted, by, plain } = row;
  if (position !== null && by !== key) return 'spent';
  const stream = shownStream(row.stream);
  const fingerprint =
    plain ?? decryptFingerprint(encrypted, key, fingerprintSalt(sql, stream, version));
  return { key, fingerprint, stream, version, position };
}

/** Remembers an answer that wrote no event. */
export function rememberAnswer(sql: Sql, answer: IdempotencyRecord): void {
  const { key, stream, version } = answer;
  const salt = fingerprintSalt(sql, stream, version);
  insertAnswer(sql, { ...answer, fingerprint: encryptFingerprint(answer.fingerprint, key, salt) });
}

/** Writes the row of an answer that wrote no event, its fingerprint encrypted. */
export function insertAnswer(sql: Sql, answer: Omit<AnswerRow, 'position'>): void {
  const { key, fingerprint, stream, version } = answer;
  const names = [storedKey(key), fingerprint, storedStream(stream), version];
  sql.run('INSERT INTO idempotency VALUES (?, NULL, ?, ?, ?, ?)', [...names, sealOfAnswer(answer)]);
}

/** The salt that encrypts the fingerprint of an answer: of the payload it speaks of, or zeros where there is none. */
const fingerprintSalt = (sql: Sql, stream: string, version: number) =>
  saltOf(sql, stream, version)?.salt ?? NO_SALT;

/** The position of an event by its version, and the salt of what it says; null once that is erased. */
export function saltOf(
  sql: Sql,
  stream: string,
  version: number,
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

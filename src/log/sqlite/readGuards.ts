import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord } from '../eventLog.js';
import { decryptFingerprint } from '../fingerprintCipher.js';
import { OWN_SALT, WITH_REDACTIONS } from './readEvents.js';
import { inText, shownStream } from './storedNames.js';
import { positionsIn, streamParams } from './streamPositions.js';

/** See `EventLog.idempotencyRecord`. */
export function idempotencyRecord(sql: Sql, key: string): IdempotencyRecord | undefined {
  const record = sql.get<Omit<IdempotencyRecord, 'fingerprint'> & { fingerprint: Buffer }>(
    `SELECT key, fingerprint, ${inText('stream')} AS stream, version, position FROM idempotency WHERE key = ?`,
    [key],
  );
  if (!record) return undefined;
  const stream = shownStream(record.stream);
  const fingerprint = decryptFingerprint(
    record.fingerprint,
    key,
    fingerprintSalt(sql, { ...record, stream }),
  );
  return { ...record, stream, fingerprint };
}

const NO_SALT = Buffer.alloc(32);

/** The salt that encrypts the fingerprint of a record: of the payload it speaks of, or zeros where there is none. */
export function fingerprintSalt(
  sql: Sql,
  { stream, version }: Pick<IdempotencyRecord, 'stream' | 'version'>,
): Buffer {
  const payload = sql.get<{ salt: Buffer | null }>(
    `SELECT coalesce(other.salt, ${OWN_SALT}) AS salt
     FROM ${WITH_REDACTIONS} WHERE events.position IN ${positionsIn('version = :version')}`,
    { ...streamParams(sql, stream), version },
  );
  return payload?.salt ?? NO_SALT;
}

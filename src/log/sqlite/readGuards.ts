import type { Sql } from '../../sqlite/sqlite.js';
import type { IdempotencyRecord } from '../eventLog.js';
import { decryptFingerprint } from '../fingerprintCipher.js';
import { WITH_PAYLOADS } from './readEvents.js';

/** See `EventLog.idempotencyRecord`. */
export function idempotencyRecord(sql: Sql, key: string): IdempotencyRecord | undefined {
  const record = sql.get<Omit<IdempotencyRecord, 'fingerprint'> & { fingerprint: Buffer }>(
    'SELECT key, fingerprint, stream, version, position FROM idempotency WHERE key = ?',
    [key],
  );
  if (!record) return undefined;
  const fingerprint = decryptFingerprint(record.fingerprint, key, fingerprintSalt(sql, record));
  return { ...record, fingerprint };
}

const NO_SALT = Buffer.alloc(32);

/** The salt that encrypts the fingerprint of a record: of the payload it speaks of, or zeros where there is none. */
export function fingerprintSalt(
  sql: Sql,
  { stream, version }: Pick<IdempotencyRecord, 'stream' | 'version'>,
): Buffer {
  const payload = sql.get<{ salt: Buffer | null }>(
    `SELECT coalesce(other.salt, own.salt) AS salt
     FROM ${WITH_PAYLOADS} WHERE stream = ? AND version = ?`,
    [stream, version],
  );
  return payload?.salt ?? NO_SALT;
}

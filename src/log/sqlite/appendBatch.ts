import { randomFillSync } from 'node:crypto';
import canonical from 'fast-json-stable-stringify';
import { Rejection } from '../../domain/rejection.js';
import { CURRENT_SCHEMA, type VaultEvent } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { commitment, leaf, link } from '../chain.js';
import type { Appended, Batch, IdempotencyRecord, NewEvent } from '../eventLog.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { type Guards, guardsOf, hashStart } from '../guards.js';
import { sealOfAnswer, sealOfHead } from '../seal.js';
import { erase } from './erase.js';
import { headOf, totalsOf } from './headOf.js';
import { fingerprintSalt } from './readGuards.js';

/** Bytes of salt for each payload. */
const SALT = 32;

/** Writes a batch inside the caller's transaction. Throws `Rejection('conflict')` at another head. */
export function appendBatch(sql: Sql, batch: Batch, expected: number): Appended {
  let { position, hash } = headOf(sql);
  if (position !== expected) {
    throw new Rejection('conflict', `the log ends at ${position}, not at ${expected}`);
  }
  // Drawn at once: a draw costs more than its bytes.
  const salts = randomFillSync(Buffer.allocUnsafeSlow(SALT * batch.events.length));
  const events = batch.events.map((event, i) => {
    position += 1;
    hash = insertEvent(sql, event, position, hash, salts.subarray(SALT * i, SALT * (i + 1)));
    return toRecorded(event, position);
  });
  for (const answer of batch.answers) rememberAnswer(sql, answer, fingerprintSalt(sql, answer));
  const head = { position, hash };
  const deduplicated = totalsOf(sql).deduplicated + batch.deduplicated;
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = ?, seal = ?', [
    position,
    hash,
    deduplicated,
    sealOfHead(head, deduplicated),
  ]);
  return { events, head };
}

/** Writes one event with its payload and guards; gives the hash that the next is chained to. */
function insertEvent(
  sql: Sql,
  event: NewEvent,
  position: number,
  before: Buffer,
  salt: Buffer,
): Buffer {
  const { id, stream, version, type, at, meta, data, request } = event;
  const body = canonical({ data, request });
  const schema = CURRENT_SCHEMA[type];
  const commits = commitment(salt, body);
  const envelope = { position, id, stream, version, type, schema, at, meta, commitment: commits };
  const hash = link(before, leaf(envelope));
  sql.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    position,
    id,
    stream,
    version,
    type,
    schema,
    at,
    canonical(meta),
    commits,
    hash,
  ]);
  sql.run('INSERT INTO payloads VALUES (?, ?, ?)', [position, salt, body]);
  erase(sql, event, position);
  const { dedup, answer } = guardsOf(event, position);
  if (dedup) guardContent(sql, dedup, event, position);
  if (answer) rememberAnswer(sql, answer, salt);
  return hash;
}

/** A stream holds one content at a time, that of its newest revision, or none any more. */
function guardContent(
  sql: Sql,
  { session_id, content_hash }: NonNullable<Guards['dedup']>,
  { stream, version }: NewEvent,
  position: number,
): void {
  if (version > 1) {
    sql.run('DELETE FROM dedup WHERE session_id = ? AND stream = ?', [session_id, stream]);
  }
  if (content_hash !== null) {
    const start = hashStart(content_hash);
    sql.run('INSERT INTO dedup VALUES (?, ?, ?, ?)', [session_id, start, position, stream]);
  }
}

function rememberAnswer(sql: Sql, answer: IdempotencyRecord, salt: Buffer) {
  const { key, stream, version, position } = answer;
  const fingerprint = encryptFingerprint(answer.fingerprint, key, salt);
  sql.run('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)', [
    key,
    fingerprint,
    stream,
    version,
    position,
    position === null ? sealOfAnswer({ ...answer, fingerprint }) : null,
  ]);
}

function toRecorded(event: NewEvent, position: number): VaultEvent {
  const { request: _, ...rest } = event;
  return { ...rest, position };
}

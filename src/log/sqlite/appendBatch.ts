import canonical from 'fast-json-stable-stringify';
import type { Sql } from '../../sqlite/sqlite.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../chainBatch.js';
import type { Appended, Batch, Head, IdempotencyRecord, NewEvent } from '../eventLog.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { type Guards, guardsOf, hashStart } from '../guards.js';
import { sealOfAnswer, sealOfHead } from '../seal.js';
import { erase } from './erase.js';
import { headOf, totalsOf } from './headOf.js';
import { fingerprintSalt } from './readGuards.js';

/** Writes a batch inside the caller's transaction. Writes nothing, and gives nothing, when the log does not end at `end`. */
export function appendBatch(sql: Sql, batch: Batch, end: Head): Appended | undefined {
  if (headOf(sql).position !== end.position) return undefined;
  const { chained, appended } = chainBatch(batch.events, end, drawSalts(batch.events.length));
  for (const one of chained) insertEvent(sql, one);
  for (const answer of batch.answers) rememberAnswer(sql, answer, fingerprintSalt(sql, answer));
  const { position, hash } = appended.head;
  const deduplicated = totalsOf(sql).deduplicated + batch.deduplicated;
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = ?, seal = ?', [
    position,
    hash,
    deduplicated,
    sealOfHead(appended.head, deduplicated),
  ]);
  return appended;
}

/** Writes one event with its payload and guards. */
function insertEvent(sql: Sql, { event, envelope, salt, body, hash }: ChainedEvent): void {
  const { position, id, stream, version, type, schema, at, meta } = envelope;
  sql.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    position,
    id,
    stream,
    version,
    type,
    schema,
    at,
    canonical(meta),
    envelope.commitment,
    hash,
  ]);
  sql.run('INSERT INTO payloads VALUES (?, ?, ?)', [position, salt, body]);
  erase(sql, event, position);
  const { dedup, answer } = guardsOf(event, position);
  if (dedup) guardContent(sql, dedup, event, position);
  if (answer) rememberAnswer(sql, answer, salt);
}

/** A stream holds one content at a time, that of its newest revision, or none any more. */
function guardContent(
  sql: Sql,
  { session_id, content_hash }: NonNullable<Guards['dedup']>,
  { stream, version }: NewEvent,
  position: number,
): void {
  if (version > 1) {
    sql.run('DELETE FROM dedup WHERE stream = ?', [stream]);
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

import canonical from 'fast-json-stable-stringify';
import type { Sql } from '../../sqlite/sqlite.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../chainBatch.js';
import type { DedupKey } from '../dedupKey.js';
import type { Appended, Batch, Head, IdempotencyRecord, NewEvent } from '../eventLog.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { guardsOf, hashStart } from '../guards.js';
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
  if (dedup !== undefined) guard(sql, dedup, event, position);
  if (answer) rememberAnswer(sql, answer, salt);
}

/** A stream holds one thing at a time, such as the content of its newest revision, or none any more. */
function guard(
  sql: Sql,
  held: DedupKey | null,
  { stream, version }: NewEvent,
  position: number,
): void {
  if (version > 1) {
    sql.run('DELETE FROM dedup WHERE stream = ?', [stream]);
  }
  if (held) {
    const start = hashStart(held.hash);
    sql.run('INSERT INTO dedup VALUES (?, ?, ?, ?)', [held.scope, start, position, stream]);
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

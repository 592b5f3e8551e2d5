import { randomFillSync } from 'node:crypto';
import canonical from 'fast-json-stable-stringify';
import { Rejection } from '../domain/rejection.js';
import { CURRENT_SCHEMA, type VaultEvent } from '../events/vaultEvent.js';
import { commitment, leaf, link } from './chain.js';
import type { Appended, Batch, FirstAnswer, Pending } from './eventLog.js';
import { guardsOf } from './guards.js';
import { headOf } from './headOf.js';
import type { Sql } from './sqlite.js';

/** Writes a batch inside the caller's transaction. Throws `Rejection('conflict')` at another head. */
export function appendBatch(sql: Sql, batch: Batch, expected: number): Appended {
  let { position, hash } = headOf(sql);
  if (position !== expected) {
    throw new Rejection('conflict', `the log ends at ${position}, not at ${expected}`);
  }
  const events = batch.events.map((event) => {
    position += 1;
    hash = insertEvent(sql, event, position, hash);
    return toRecorded(event, position);
  });
  for (const answer of batch.answers) rememberAnswer(sql, answer);
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = deduplicated + ?', [
    position,
    hash,
    batch.deduplicated,
  ]);
  return { events, head: { position, hash } };
}

/** Writes one event with its payload and guards; gives the hash that the next is chained to. */
function insertEvent(sql: Sql, event: Pending, position: number, before: Buffer): Buffer {
  const { id, stream, version, type, at, meta, data, request } = event;
  const salt = randomFillSync(Buffer.allocUnsafeSlow(32));
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
  const { dedup, answer } = guardsOf(event, position);
  if (dedup) {
    // OR IGNORE: a forced copy does not take the place of the first.
    sql.run('INSERT OR IGNORE INTO dedup VALUES (?, ?, ?, ?)', [
      dedup.session_id,
      dedup.content_hash,
      stream,
      position,
    ]);
  }
  if (answer) rememberAnswer(sql, answer);
  return hash;
}

function rememberAnswer(sql: Sql, { key, fingerprint, stream, version, position }: FirstAnswer) {
  sql.run('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)', [
    key,
    fingerprint,
    stream,
    version,
    position,
  ]);
}

function toRecorded(event: Pending, position: number): VaultEvent {
  const { request: _, ...rest } = event;
  return { ...rest, position };
}

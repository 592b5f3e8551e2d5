import { isKnown } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../chainBatch.js';
import type { Appended, Batch, Head, IdempotencyRecord } from '../eventLog.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { guardsOf } from '../guards.js';
import { sealOfAnswer } from '../seal.js';
import { fingerprintSalt } from './answers.js';
import { countDeduplicated, giveWay, type LatestGuards, settleIfLong } from './dedup.js';
import { erase } from './erase.js';
import { headOf } from './headOf.js';
import { unknownKind } from './readEvents.js';
import { storedId, storedKey, storedMeta, storedStream } from './storedNames.js';

/** What follows from the events of a log. */
export interface Following {
  readonly kinds: ListedKinds;
  readonly guards: LatestGuards;
  /** After how many events the tables are settled. */
  readonly lag: number;
}

/** Writes a batch inside the caller's transaction. Writes nothing, and gives nothing, when the log does not end at `end`. */
export function appendBatch(
  sql: Sql,
  { kinds, guards, lag }: Following,
  batch: Batch,
  end: Head,
): Appended | undefined {
  if (headOf(sql).position !== end.position) return undefined;
  settleIfLong(sql, guards, end, lag);
  const { chained, appended } = chainBatch(batch.events, end, drawSalts(batch.events.length));
  for (const one of chained) {
    kinds.list(one.envelope);
    insertEvent(sql, one);
  }
  for (const answer of batch.answers) rememberEventless(sql, answer);
  countDeduplicated(sql, batch.deduplicated);
  return appended;
}

/** Writes one event with its payload and guards, and erases what it takes back. */
export function insertEvent(sql: Sql, chained: ChainedEvent): void {
  const { event, envelope } = chained;
  const { position } = envelope;
  insertRow(sql, chained);
  const { dedup, answer } = guardsOf(event, position);
  if (dedup !== undefined) giveWay(sql, event);
  erase(sql, event, position);
  if (answer)
    sql.run('INSERT INTO idempotency (key, position) VALUES (?, ?)', [
      storedKey(answer.key),
      position,
    ]);
}

/** Writes the row of an event, and nothing that follows from it. */
export function insertRow(
  sql: Sql,
  { envelope, salt, body, hash }: Omit<ChainedEvent, 'event'>,
): void {
  const { position, id, stream, version, type, schema, at, meta, commitment } = envelope;
  sql.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    position,
    storedId(id),
    storedStream(stream),
    version,
    type,
    schema,
    at,
    ...storedMeta(meta),
    commitment,
    hash,
    salt,
    body,
  ]);
}

/** Remembers an answer that wrote no event. */
function rememberEventless(sql: Sql, answer: IdempotencyRecord) {
  const { key, stream, version } = answer;
  const fingerprint = encryptFingerprint(answer.fingerprint, key, fingerprintSalt(sql, answer));
  sql.run('INSERT INTO idempotency VALUES (?, NULL, ?, ?, ?, ?)', [
    storedKey(key),
    fingerprint,
    storedStream(stream),
    version,
    sealOfAnswer({ ...answer, fingerprint }),
  ]);
}

type Kind = Pick<Envelope, 'type' | 'schema'>;

/** The table of the kinds of events that a log holds. A release that does not know one of them refuses the log at the door. */
export interface ListedKinds {
  /** Lists the kind of an event, inside the transaction that writes it. */
  list(kind: Kind): void;
  /** To be called when such a transaction failed: then nothing that it listed is there. */
  forget(): void;
}

/** The kinds of a log. Throws when this release does not know one. */
export function listedKinds(sql: Sql): ListedKinds {
  const listed = new Set<string>();
  for (const { type, schema } of sql.all<Kind>('SELECT type, schema FROM kinds')) {
    if (!isKnown(type, schema)) throw unknownKind(type, schema);
    listed.add(`${type} ${schema}`);
  }
  return {
    list({ type, schema }) {
      const kind = `${type} ${schema}`;
      if (listed.has(kind)) return;
      sql.run('INSERT OR IGNORE INTO kinds VALUES (?, ?)', [type, schema]);
      listed.add(kind);
    },
    forget: () => listed.clear(),
  };
}

import { isKnown } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../chainBatch.js';
import type { Appended, Batch, Head } from '../eventLog.js';
import { guardsOf } from '../guards.js';
import { rememberAnswer } from './answers.js';
import { erase } from './erase.js';
import { countDeduplicated, giveWay } from './guardTable.js';
import { unknownKind } from './readEvents.js';
import { storedId, storedKey, storedMeta, storedStream } from './storedNames.js';

/** Writes a batch behind the end of the log, inside the transaction that has read that end. */
export function appendBatch(sql: Sql, kinds: ListedKinds, batch: Batch, end: Head): Appended {
  const { chained, appended } = chainBatch(batch.events, end, drawSalts(batch.events.length));
  for (const one of chained) {
    kinds.list(one.envelope);
    insertEvent(sql, one);
  }
  for (const answer of batch.answers) rememberAnswer(sql, answer);
  countDeduplicated(sql, batch.deduplicated);
  return appended;
}

/** Writes one event with its payload and guards, and erases what it takes back. */
export function insertEvent(sql: Sql, chained: ChainedEvent): void {
  const { event, envelope } = chained;
  const { position } = envelope;
  insertRow(sql, chained);
  const { dedup, answer, spent } = guardsOf(event, position);
  if (dedup !== undefined) giveWay(sql, event);
  erase(sql, event, position);
  const leadTo = (key: string) =>
    sql.run('INSERT INTO idempotency (key, position) VALUES (?, ?)', [storedKey(key), position]);
  if (answer) leadTo(answer.key);
  spent.forEach(leadTo);
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

type Kind = Pick<Envelope, 'type' | 'schema'>;

export type ListedKinds = ReturnType<typeof listedKinds>;

/**
 * The table of the kinds of events that a log holds. A release that does not know one of them refuses the log at the door:
 * this throws.
 */
export function listedKinds(sql: Sql) {
  const listed = new Set<string>();
  for (const { type, schema } of sql.all<Kind>('SELECT type, schema FROM kinds')) {
    if (!isKnown(type, schema)) throw unknownKind(type, schema, sql.db.name);
    listed.add(`${type} ${schema}`);
  }
  return {
    /** Lists the kind of an event, inside the transaction that writes it. */
    list({ type, schema }: Kind): void {
      const kind = `${type} ${schema}`;
      if (listed.has(kind)) return;
      sql.run('INSERT OR IGNORE INTO kinds VALUES (?, ?)', [type, schema]);
      listed.add(kind);
    },
    /** To be called when such a transaction failed: then nothing that it listed is there. */
    forget: () => listed.clear(),
  };
}

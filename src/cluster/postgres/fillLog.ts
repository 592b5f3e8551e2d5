import type { AnswerRow } from '../../log/seal.js';
import type { EventRow } from '../../log/verify/eventRows.js';
import type { SharedBatch, SharedEnd, StoredEvent } from '../sharedLog.js';
import { checkInSql } from './checkInSql.js';
import { type Connection, inTransaction, type Statement } from './connection.js';
import { noteVacuumed, partitionsOf } from './ownerWork.js';
import { sharedHead } from './sharedHead.js';
import { appendStatement, refuseUnchained } from './statements.js';

/** A whole log, as it is to be in a shared one. */
export interface WholeLog {
  /** All of them in order. */
  readonly events: Iterable<EventRow>;
  readonly answers: Iterable<Omit<AnswerRow, 'position'>>;
  /** Where it ends, with the time of its last event in ms since 1970. */
  readonly end: { readonly position: number; readonly hash: Buffer; readonly at: number };
  readonly deduplicated: number;
  /** The last checkpoint that was signed of it. */
  readonly checkpoint: { readonly size: number; readonly note: string } | undefined;
}

/** How many events have come when PostgreSQL first looks at how they are spread; then again whenever there are four times as many. */
const FIRST_LOOK = 5000;

const BATCH = { rows: 1000, length: 8 * 1024 * 1024 };

/**
 * Writes a whole log into an empty shared log, in one transaction, and has PostgreSQL recompute every hash before that is
 * committed. Gives the instance of the shared log, and how many answers it got. Rejects where it is not empty, where it does
 * not end up as the log is, and as `inTransaction`. `onSent` is told how many events were sent so far.
 */
export function fillLog(
  connection: Connection,
  log: WholeLog,
  onSent: (events: number) => void,
): Promise<{ readonly instance: string; readonly answers: number }> {
  return inTransaction(connection, async () => {
    const { deduplicated, checkpoint } = log;
    const head = await sharedHead(connection, { lock: true });
    if (head.position + head.answers > 0) throw new Error('the shared log is not empty');
    let end: SharedEnd = { ...head, deduplicated, at: 0, now: 0 };
    const send = async ({ events = [], answers = [] }: Partial<SharedBatch>) => {
      const last = events.at(-1);
      const after = {
        ...end,
        position: end.position + events.length,
        hash: last?.hash ?? end.hash,
        at: last?.envelope.at ?? end.at,
        answers: end.answers + answers.length,
      };
      const append = appendStatement({ before: end, events, answers, end: after });
      const [appended] = await connection.exchange(append);
      refuseUnchained(appended);
      end = after;
    };
    let nextLook = FIRST_LOOK;
    for (const rows of batchesOf(log.events, ({ body }) => body?.length ?? 0)) {
      await send({ events: rows.map(storedEvent) });
      onSent(end.position);
      if (end.position < nextLook) continue;
      nextLook = 4 * end.position;
      // Else it goes on with the plan for an empty table, and reads all events twice for each batch that erases any: nothing
      // but this transaction sees them, so it does not look by itself.
      await connection.exchange({ text: 'ANALYZE vault.events' });
    }
    // Behind all events: what these erased of them is gone already.
    for (const rows of batchesOf(log.answers, () => 0)) {
      const place = (i: number) => ({ number: end.answers + i + 1, after: end.position });
      await send({ answers: rows.map((row, i) => ({ ...row, ...place(i) })) });
    }
    if (checkpoint)
      await connection.exchange({
        text: 'INSERT INTO vault.checkpoints (size, note) VALUES ($1, $2)',
        values: [checkpoint.size, checkpoint.note],
      });
    await refuseOther(connection, log);
    // What was erased never came here.
    for (const partition of await partitionsOf(connection))
      await noteVacuumed(connection, partition);
    return end;
  });
}

function storedEvent({ salt, body, meta, commitment, hash, ...rest }: EventRow): StoredEvent {
  const { position, id, stream, version, type, schema, at } = rest;
  const place = { position, id, stream, version, type, schema, at };
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  return {
    envelope: { ...place, meta: JSON.parse(meta), commitment: bytes(commitment) },
    hash: bytes(hash),
    payload: body === null ? undefined : { salt: bytes(salt), body },
  };
}

/** Rows in batches that are neither long nor large. */
function* batchesOf<Row>(
  rows: Iterable<Row>,
  lengthOf: (row: Row) => number,
): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    length += lengthOf(row);
    if (batch.length < BATCH.rows && length < BATCH.length) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

async function refuseOther(connection: Connection, { end }: WholeLog): Promise<void> {
  const count: Statement<{ count: number }> = { text: 'SELECT count(*) FROM vault.events' };
  const [{ rows }] = await connection.exchange(count);
  if (rows[0]?.count !== end.position)
    throw new Error(`${rows[0]?.count} of ${end.position} events arrived in the shared log`);
  const [found] = await checkInSql(connection);
  if (found)
    throw new Error(
      `event ${found.position} changed on its way into the shared log: ${found.what}`,
    );
}

import type { AnswerRow } from '../../log/seal.js';
import type { EventRow } from '../../log/verify/eventRows.js';
import { checkInSql } from './checkInSql.js';
import { type Connection, inTransaction, type Statement } from './connection.js';
import { noteVacuumed, partitionsOf } from './ownerWork.js';
import { sharedHead } from './sharedHead.js';
import { columns } from './statements.js';

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

const BATCH = { rows: 1000, length: 8 * 1024 * 1024 };

/** The owner may add events, as long as nobody else does. Fingerprints and hashes come in hex. */
const INSERT_EVENTS = `INSERT INTO vault.events
  SELECT position, id, stream, version, type, schema, at, meta, decode(commitment, 'hex'), decode(hash, 'hex')
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::smallint[], $7::bigint[],
    $8::text[], $9::text[], $10::text[])
  AS new (position, id, stream, version, type, schema, at, meta, commitment, hash)`;

const INSERT_PAYLOADS = `INSERT INTO vault.payloads SELECT position, decode(salt, 'hex'), body
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (position, salt, body)`;

/** They come behind all events: what these erased of them is gone already. */
const INSERT_ANSWERS = `INSERT INTO vault.answers
  SELECT $1::bigint + n, $2, key, decode(fingerprint, 'hex'), stream, version
  FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[])
  WITH ORDINALITY AS new (key, fingerprint, stream, version, n)`;

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
    const { position, hash, at } = log.end;
    const before = await sharedHead(connection, { lock: true });
    if (before.position + before.answers > 0) throw new Error('the shared log is not empty');
    await connection.exchange({ text: `SELECT vault.add_partitions(${position})` });
    for (const batch of batchesOf(log.events, ({ body }) => body?.length ?? 0)) {
      await connection.exchange(...eventStatements(batch));
      onSent(batch.at(-1)?.position ?? 0);
    }
    const answers = await sendAnswers(connection, log);
    if (log.checkpoint)
      await connection.exchange({
        text: 'INSERT INTO vault.checkpoints (size, note) VALUES ($1, $2)',
        values: [log.checkpoint.size, log.checkpoint.note],
      });
    await connection.exchange({
      text: 'UPDATE vault.head SET position = $1, hash = $2, at = $3, answers = $4, deduplicated = $5',
      values: [position, hash, at, answers, log.deduplicated],
    });
    await refuseOther(connection, log);
    // What was erased never came here.
    for (const partition of await partitionsOf(connection))
      await noteVacuumed(connection, partition);
    return { instance: before.instance, answers };
  });
}

async function sendAnswers(connection: Connection, { answers, end }: WholeLog): Promise<number> {
  let sent = 0;
  for (const batch of batchesOf(answers, () => 0)) {
    await connection.exchange({
      name: 'fill-answers',
      text: INSERT_ANSWERS,
      values: [
        sent,
        end.position,
        ...columns(batch, 'key'),
        batch.map(({ fingerprint }) => fingerprint.toString('hex')),
        ...columns(batch, 'stream', 'version'),
      ],
    });
    sent += batch.length;
  }
  return sent;
}

function eventStatements(rows: readonly EventRow[]): readonly [Statement, Statement] {
  const kept = rows.filter(({ body }) => body !== null);
  const place = columns(rows, 'position', 'id', 'stream', 'version');
  const said = columns(rows, 'type', 'schema', 'at', 'meta', 'commitment', 'hash');
  return [
    { name: 'fill-events', text: INSERT_EVENTS, values: [...place, ...said] },
    {
      name: 'fill-payloads',
      text: INSERT_PAYLOADS,
      values: columns(kept, 'position', 'salt', 'body'),
    },
  ];
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
      `event ${found.position} did not arrive in the shared log as it is: ${found.what}`,
    );
}

import { type Connection, inTransaction, type Statement } from './connection.js';

/** Positions in one partition of the payloads, as `vault.add_partitions` makes them. */
const PARTITION = 1_000_000;

/** One partition of the payloads, and how many of its events have none any more. */
export interface Partition {
  readonly number: number;
  readonly erased: number;
  /** The same when its file was written anew last. */
  readonly erasedBefore: number;
  /** Whether nodes still append to it. */
  readonly isNewest: boolean;
}

type Exchanges = Pick<Connection, 'exchange'>;

/** Positions have no gaps: what a range lacks was erased. */
const PARTITIONS: Statement<Omit<Partition, 'erased'> & { readonly events: number }> = {
  text: `SELECT number, coalesce(vacuumed.erased, 0) AS "erasedBefore", number = head.position / ${PARTITION} AS "isNewest",
      least(head.position, (number + 1) * ${PARTITION} - 1) - greatest(number * ${PARTITION}, 1) + 1 AS events
    FROM vault.head, generate_series(0, head.position / ${PARTITION}) AS number
    LEFT JOIN vault.vacuumed ON vacuumed.partition = number ORDER BY number`,
};

const nameOf = (number: number) => `vault.payloads_${number}`;

/** The partitions of the payloads, the oldest first. */
export async function partitionsOf(connection: Exchanges): Promise<readonly Partition[]> {
  const [{ rows }] = await connection.exchange(PARTITIONS);
  const partitions: Partition[] = [];
  for (const { events, ...partition } of rows) {
    const text = `SELECT count(*) FROM ${nameOf(partition.number)}`;
    const kept: Statement<{ count: number }> = { text };
    const [answer] = await connection.exchange(kept);
    partitions.push({ ...partition, erased: events - (answer.rows[0]?.count ?? 0) });
  }
  return partitions;
}

/**
 * Writes the file of a partition anew, so that it holds nothing of what was erased. Nodes wait that need it meanwhile. What is
 * erased during that counts for the next time.
 */
export async function vacuumPartition(connection: Exchanges, partition: Partition): Promise<void> {
  await connection.exchange({ text: `VACUUM (FULL, ANALYZE) ${nameOf(partition.number)}` });
  await noteVacuumed(connection, partition);
}

/** Notes that a file holds nothing of what was erased so far. */
export async function noteVacuumed(
  connection: Exchanges,
  { number, erased }: Pick<Partition, 'number' | 'erased'>,
): Promise<void> {
  await connection.exchange({
    text: `INSERT INTO vault.vacuumed VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (partition) DO UPDATE SET erased = excluded.erased, at = excluded.at`,
    values: [number, erased],
  });
}

/** What was removed. */
export interface Forgotten {
  /** The settings whose fingerprints are gone. */
  readonly secrets: readonly string[];
  /** The newest checkpoint of those that are gone; undefined where none is. */
  readonly checkpoint: string | undefined;
}

const SECRETS: Statement<{ name: string }> = { text: 'DELETE FROM vault.secrets RETURNING name' };

const CHECKPOINTS: Statement<{ note: string; size: number }> = {
  text: 'DELETE FROM vault.checkpoints RETURNING note, size',
};

/**
 * Removes the fingerprints of the secrets that nodes compare, so that the next node to start sets them anew; with
 * `checkpoints` also the checkpoints, which the next key could not extend. Triggers keep everybody from that but the owner,
 * who switches them off inside the transaction.
 */
export function forgetFingerprints(
  connection: Connection,
  { checkpoints }: { readonly checkpoints: boolean },
): Promise<Forgotten> {
  return inTransaction(connection, async () => {
    const secrets = await deleteAll(connection, 'secrets', SECRETS);
    const notes = checkpoints ? await deleteAll(connection, 'checkpoints', CHECKPOINTS) : [];
    const newest = [...notes].sort((one, other) => other.size - one.size)[0];
    return { secrets: secrets.map(({ name }) => name).sort(), checkpoint: newest?.note };
  });
}

async function deleteAll<Row extends object>(
  connection: Connection,
  table: 'secrets' | 'checkpoints',
  statement: Statement<Row>,
): Promise<readonly Row[]> {
  const trigger = (state: 'DISABLE' | 'ENABLE') => ({
    text: `ALTER TABLE vault.${table} ${state} TRIGGER ${table}_stay`,
  });
  const [, { rows }] = await connection.exchange(trigger('DISABLE'), statement, trigger('ENABLE'));
  return rows;
}

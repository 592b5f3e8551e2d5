import type { Connection, Statement } from './connection.js';

/** Looks at a shared log as it was at one moment, without memory-vault. Each gives the first position that is wrong, or null. */
interface SqlCheck {
  readonly name: string;
  readonly what: string;
  /** Runs in `psql` as it is. */
  readonly text: string;
}

const ZEROS = "decode(repeat('00', 32), 'hex')";

/** The leaf of an event and the links of the chain, see `log/chain.ts`. `vault_auditor` may run it. */
const CHAIN: SqlCheck = {
  name: 'chain',
  what: 'its hash does not follow from the events up to it, or the log does not end where its head says',
  text: `WITH chained AS (
  SELECT position, hash,
    coalesce(lag(position) OVER log, 0) AS position_before,
    coalesce(lag(hash) OVER log, ${ZEROS}) AS hash_before,
    sha256(decode('00', 'hex') || convert_to(format(
      '{"at":%s,"commitment":"%s","id":"%s","meta":%s,"position":%s,"schema":%s,"stream":"%s","type":"%s","version":%s}',
      at, encode(commitment, 'hex'), id, meta, position, schema, stream, type, version
    ), 'UTF8')) AS leaf
  FROM vault.events WINDOW log AS (ORDER BY position)
), wrong AS (
  SELECT position FROM chained
  WHERE position <> position_before + 1
    OR hash <> sha256(convert_to('chain/1', 'UTF8') || hash_before || leaf)
  UNION ALL
  SELECT head.position FROM vault.head LEFT JOIN vault.events ON events.position = head.position
  WHERE head.hash <> coalesce(events.hash, ${ZEROS})
    OR head.position <> (SELECT coalesce(max(position), 0) FROM vault.events)
)
SELECT min(position) AS first_wrong FROM wrong;`,
};

/** What was said, against the commitments in the envelopes. Reads all texts. */
const PAYLOADS: SqlCheck = {
  name: 'payloads',
  what: 'its payload is not the one that was recorded',
  text: `SELECT min(payloads.position) AS first_wrong
FROM vault.payloads LEFT JOIN vault.events ON events.position = payloads.position
WHERE events.commitment IS DISTINCT FROM
  sha256(convert_to('payload/1', 'UTF8') || salt || convert_to(body, 'UTF8'));`,
};

export const SQL_CHECKS: readonly SqlCheck[] = [CHAIN, PAYLOADS];

/** What a check found: the first position that is wrong. */
interface FoundInSql extends Pick<SqlCheck, 'name' | 'what'> {
  readonly position: number;
}

/** Runs the checks on what the connection sees. Nothing where all is as it was recorded. */
export async function checkInSql(
  connection: Pick<Connection, 'exchange'>,
): Promise<readonly FoundInSql[]> {
  const found: FoundInSql[] = [];
  for (const { name, what, text } of SQL_CHECKS) {
    const check: Statement<{ first_wrong: number | null }> = { text };
    const [{ rows }] = await connection.exchange(check);
    const position = rows[0]?.first_wrong ?? null;
    if (position !== null) found.push({ name, what, position });
  }
  return found;
}

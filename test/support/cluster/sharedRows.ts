import type { LogRow } from './checkChainOf.js';
import type { Cluster } from './cluster.js';

/** All events of the shared log, read from the tables of PostgreSQL without the code under test. */
export async function sharedRows({ pair }: Pick<Cluster, 'pair'>): Promise<readonly LogRow[]> {
  const rows = await pair.sql(
    `SELECT position::int, id, stream, version, type, schema, at::float8, meta::json,
       encode(commitment, 'hex') AS commitment, encode(hash, 'hex') AS hash,
       CASE WHEN body IS NOT NULL THEN json_build_object('salt', encode(salt, 'hex'), 'body', body) END AS payload
     FROM vault.events LEFT JOIN vault.payloads USING (position) ORDER BY position`,
  );
  // The statement says what they are like.
  return rows as unknown as readonly LogRow[];
}

/** What the head of the shared log, and erased payloads without an event that erased them, contradict. */
export async function checkHead({ pair }: Pick<Cluster, 'pair'>, rows: readonly LogRow[]) {
  const [head] = await pair.sql(
    `SELECT position::int, encode(hash, 'hex') AS hash FROM vault.head`,
  );
  const isRight = head?.position === rows.length && head.hash === rows.at(-1)?.hash;
  return [
    ...(isRight ? [] : [`the head is ${JSON.stringify(head)} behind ${rows.length} events`]),
    ...rows.flatMap((row) =>
      row.payload === null && !isErased(rows, row) ? [`no event erased event ${row.position}`] : [],
    ),
  ];
}

/** Types that erase what their stream held before. */
const FORGETTING = /\.(forgotten|project_forgotten|redacted)$|^team\.removed$/;

/** Whether a later event takes back the payload of this one. */
function isErased(rows: readonly LogRow[], { position, stream }: LogRow): boolean {
  const alone = [`redaction/${position}`, `erasure/${position}`];
  return rows.some(
    (later) =>
      later.position > position &&
      (alone.includes(later.stream) || (later.stream === stream && FORGETTING.test(later.type))),
  );
}

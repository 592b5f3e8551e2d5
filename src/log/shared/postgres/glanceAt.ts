import type { PostgresPlace } from '../../../domain/postgresUrl.js';
import { DEADLINES, primaryConnector } from './primaryConnector.js';
import { hashOf } from './readShared.js';
import { refuseFormat } from './schema.js';
import { sharedHead } from './sharedHead.js';

/**
 * Looks at a shared log once, and writes nothing: which it is, where it ends, and its hash at a position. Each exchange with
 * PostgreSQL may take `timeoutMs`. Rejects as `primaryConnector`, and where the tables are not those of this release.
 */
export async function glanceAt(
  place: PostgresPlace,
  name: string,
  position: number,
  timeoutMs: number,
) {
  const deadlines = { ...DEADLINES, connectMs: timeoutMs, deadlineMs: timeoutMs };
  const connection = await primaryConnector(place, name, deadlines, refuseFormat)();
  try {
    const { instance, position: end } = await sharedHead(connection);
    const [{ rows }] = await connection.exchange(hashOf(position));
    return { instance, position: end, hashAtCopy: rows[0]?.hash };
  } finally {
    await connection.close();
  }
}

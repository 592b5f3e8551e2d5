import { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { PostgresPlace } from '../../../domain/postgresUrl.js';
import type { Connection, Statement } from './connection.js';
import { DEADLINES, primaryConnector } from './primaryConnector.js';
import { refuseFormat } from './schema.js';

/** For what takes longer the longer the log is. */
const LONG = { ...DEADLINES, deadlineMs: 24 * 3_600_000, idleMs: 60_000 };

/**
 * Connects to a shared log for work that takes long. Rejects as `primaryConnector`, where the tables are not those of this
 * release, and with what `work` rejects with: a transaction that is still open then is undone.
 */
export async function withConnection<T>(
  place: PostgresPlace,
  name: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await primaryConnector(place, name, LONG, refuseFormat)();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The same as the owner of the tables. Rejects with `shared_log_no_access` where the user of `place` is no owner. */
export function asOwner<T>(
  place: PostgresPlace,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return withConnection(place, 'owner', async (connection) => {
    const [{ rows }] = await connection.exchange(IS_OWNER);
    if (rows[0]?.owner !== true)
      throw new Diagnostic(
        'shared_log_no_access',
        `${place.user} is not an owner of the shared log: it is no member of vault_owner`,
        {
          setting: 'VAULT_LOG_OWNER',
          next: `name a superuser, or have one say: GRANT vault_owner TO ${place.user}`,
        },
      );
    await connection.exchange({ text: 'SET ROLE vault_owner' });
    return await work(connection);
  });
}

const IS_OWNER: Statement<{ owner: boolean }> = {
  text: "SELECT pg_has_role(current_user, 'vault_owner', 'MEMBER') AS owner",
};

import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { Diagnostic, diagnosticOf, messageOf } from '../../diagnostics/diagnostic.js';
import type { Deadlines, PostgresPlace } from '../../domain/postgres.js';
import { SharedLogInterrupted } from '../sharedLog.js';
import { type Connection, failureOf, type Statement, wrapClient } from './connection.js';
import { refuseFormat } from './schema.js';

/** A node that freezes holds the others up for five seconds. PostgreSQL gives up waiting for a lock before the node does. */
export const DEADLINES = { connectMs: 2_000, deadlineMs: 10_000, lockMs: 8_000, idleMs: 5_000 };

/**
 * Connects to the first host that is no standby and that `prepare` takes. Begins with the one that was taken the last time.
 * Rejects as `Connection.exchange` does.
 */
export function primaryConnector(
  place: PostgresPlace,
  name: string,
  deadlines: Deadlines,
  prepare: (connection: Connection) => Promise<void>,
): () => Promise<Connection> {
  const within = { ...deadlines, ...place.deadlines };
  let [...hosts] = place.hosts;
  return async () => {
    const reasons: string[] = [];
    let refusal: unknown;
    for (const one of [...hosts]) {
      try {
        const connection = await connectTo({ ...place, ...one }, name, within, prepare);
        hosts = [one, ...hosts.filter((other) => other !== one)];
        return connection;
      } catch (error) {
        const failure = failureOf(error);
        reasons.push(`${one.host}:${one.port}: ${messageOf(failure)}`);
        if (!(failure instanceof SharedLogInterrupted)) refusal ??= failure;
      }
    }
    throw refusal ?? new SharedLogInterrupted(reasons.join('; '));
  };
}

async function connectTo(
  place: PostgresPlace & { host: string; port: number },
  name: string,
  { connectMs, deadlineMs, lockMs, idleMs }: Deadlines,
  prepare: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const { host, port, database, user, password } = place;
  const client = new Client({
    host,
    port,
    database,
    user,
    // A function, or `pg` would look for a password in its environment and in files.
    password: () => password ?? '',
    ssl: tlsOf(place),
    application_name: `memory-vault ${name}`,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: connectMs,
  });
  const connection = wrapClient(client, deadlineMs);
  try {
    await client.connect();
    const [, state] = await connection.exchange(settings({ lockMs, idleMs }), STATE);
    if (state.rows[0]?.standby !== false) throw new SharedLogInterrupted('it is a standby');
    await prepare(connection);
    return connection;
  } catch (error) {
    connection.destroy(messageOf(error));
    throw error;
  }
}

function tlsOf({
  host,
  sslMode,
  sslRootCert,
}: PostgresPlace & { host: string }): false | ConnectionOptions {
  if (sslMode === 'disable') return false;
  return {
    host,
    rejectUnauthorized: sslMode !== 'require',
    ...(sslRootCert !== undefined && { ca: certificates(sslRootCert) }),
    ...(sslMode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

function certificates(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw diagnosticOf(error);
  }
}

/** A node that is frozen or cut off holds nobody up for long. A commit waits for the standby, whatever the role's default is. */
function settings({ lockMs, idleMs }: Pick<Deadlines, 'lockMs' | 'idleMs'>) {
  const values = {
    synchronous_commit: 'on',
    lock_timeout: `${lockMs}ms`,
    idle_in_transaction_session_timeout: `${idleMs}ms`,
    tcp_user_timeout: '5000ms',
    tcp_keepalives_idle: '5s',
    tcp_keepalives_interval: '1s',
    tcp_keepalives_count: '3',
  };
  const set = Object.entries(values).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  return { text: `SELECT ${set.join(', ')}` };
}

const STATE: Statement<{ standby: boolean }> = { text: 'SELECT pg_is_in_recovery() AS standby' };

export type LastingConnection = ReturnType<typeof lastingConnection>;

/** A connection that is made when somebody needs it, and made anew after it broke. */
export function lastingConnection(connect: () => Promise<Connection>) {
  let current: Connection | undefined;
  let coming: Promise<Connection> | undefined;
  let closed = false;
  return {
    /** The one that is open, or a new one: calls at the same time share it. Rejects as connecting does. */
    async get(): Promise<Connection> {
      if (closed) throw new SharedLogInterrupted('PostgreSQL: this node has closed the connection');
      if (current?.isOpen) return current;
      coming ??= connect().finally(() => {
        coming = undefined;
      });
      current = await coming;
      return current;
    },
    async close(): Promise<void> {
      closed = true;
      // Nobody waits for one that is still being made: the server may be out of reach.
      coming?.then(
        (late) => late.destroy('it is not needed any more'),
        () => {},
      );
      await current?.close();
    },
  };
}

/** For what takes longer the longer the log is. */
const LONG = { ...DEADLINES, deadlineMs: 24 * 3_600_000, idleMs: 60_000 };

/**
 * Connects to a shared log for some work, which by default may take long. Rejects as `primaryConnector`, where the tables are not those of this
 * release, and with what `work` rejects with: a transaction that is still open then is undone.
 */
export async function withConnection<T>(
  place: PostgresPlace,
  name: string,
  work: (connection: Connection) => Promise<T>,
  deadlines: Deadlines = LONG,
): Promise<T> {
  const connection = await primaryConnector(place, name, deadlines, refuseFormat)();
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
        `${place.user} is not an owner of the shared log: it is not a member of vault_owner`,
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

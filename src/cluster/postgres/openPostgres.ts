import type { PostgresPlace } from '../../domain/postgres.js';
import { DEADLINES, lastingConnection, primaryConnector } from './connect.js';
import { fitForNode } from './durability.js';
import { postgresControl } from './postgresControl.js';
import { type PostgresLogOptions, postgresLog } from './postgresLog.js';
import { prepareSchema } from './schema.js';

/** How a node uses a shared log in PostgreSQL. */
export interface PostgresOptions extends PostgresLogOptions {
  /** Name of this node, unique among those of the log. */
  readonly node: string;
}

export type OpenPostgres = ReturnType<typeof openPostgres>;

/**
 * Opens a shared log, and what nodes tell each other beside it: three connections. Connects when something is asked for, and anew after a connection broke: then any method can reject
 * with a `Diagnostic` or a `LogRefused` as well, where PostgreSQL lets nobody in, has another format, or keeps
 * less than `durability` asks for.
 */
export function openPostgres(place: PostgresPlace, options: PostgresOptions) {
  const { node, durability } = options;
  const connect = primaryConnector(place, node, DEADLINES, (connection) =>
    fitForNode(connection, durability),
  );
  const log = postgresLog(connect, options);
  const controlling = lastingConnection(connect);
  return {
    log,
    control: postgresControl(controlling, node),
    /** Ends all connections. An end that is still held is released. */
    async close(): Promise<void> {
      await Promise.all([log.close(), controlling.close()]);
    },
  };
}

/**
 * Prepares the database of a shared log for this release, see `prepareSchema`. `place` names a superuser, or the owner of the
 * database with CREATEROLE.
 */
export async function preparePostgres(place: PostgresPlace): Promise<void> {
  const connection = await primaryConnector(place, 'prepare', DEADLINES, prepareSchema)();
  await connection.close();
}

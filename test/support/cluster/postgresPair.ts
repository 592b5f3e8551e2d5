import { setTimeout as sleep } from 'node:timers/promises';
import { preparePostgres } from '../../../src/cluster/postgres/openPostgres.js';
import { parsePostgresUrl } from '../../../src/domain/postgres.js';
import { startCluster } from '../../../tools/postgres/postgresCluster.js';
import type { PostgresServer } from '../../../tools/postgres/postgresServer.js';
import { type TcpProxy, tcpProxy } from './tcpProxy.js';

/** A primary and its standby. After a failover, they are others. */
export interface PostgresPair {
  primary(): PostgresServer;
  /** What the standby follows the primary through. */
  readonly replication: TcpProxy;
  /** Kills the primary, and makes the standby the primary `ms` later. There is no standby then. */
  failOver(ms: number): Promise<void>;
  /** Copies the primary, and follows it with the copy. Writes wait until it is there. */
  addStandby(): Promise<void>;
  /** Waits until the standby has all that the primary has written by now. */
  caughtUp(): Promise<void>;
  /** Runs SQL on the primary, in the database of the log, as the superuser. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export interface PairOptions {
  /** Whether a commit waits for the standby. */
  readonly isSynchronous: boolean;
  /** Told when a server is the primary from now on, or the standby. */
  readonly onChange: (primary: PostgresServer, standby: PostgresServer | undefined) => void;
}

/** The database of the shared log. */
const DATABASE = 'vault';

/** A standby that was cut off finds what it missed. */
const SETTINGS = { wal_keep_size: '256MB', wal_retrieve_retry_interval: '100ms' };

/** Starts a primary with the tables of a shared log, and a standby. */
export async function postgresPair({
  isSynchronous,
  onChange,
}: PairOptions): Promise<PostgresPair> {
  const replication = await tcpProxy(0);
  const servers = await startCluster({
    settings: { ...SETTINGS, max_connections: '120' },
    synchronous: isSynchronous,
    through({ port }) {
      replication.target = port;
      replication.set('passes');
      return replication.port;
    },
  });
  const changed = () => onChange(servers.primary, servers.standby);

  const pair: PostgresPair = {
    primary: () => servers.primary,
    replication,
    async failOver(ms) {
      await servers.primary.crash();
      await sleep(ms);
      await servers.promote();
      changed();
    },
    async addStandby() {
      await servers.addStandby();
      changed();
    },
    async caughtUp() {
      const [now] = await servers.primary.sql('SELECT pg_current_wal_lsn() AS end');
      const query = `SELECT FROM pg_stat_replication WHERE flush_lsn >= '${now?.end}'`;
      while ((await servers.primary.sql(query)).length === 0) await sleep(20);
    },
    sql: (text) => servers.primary.sql(text, DATABASE),
    async stop() {
      replication.close();
      await servers.stop();
    },
  };
  try {
    await servers.primary.sql(`CREATE DATABASE ${DATABASE}`);
    await preparePostgres(parsePostgresUrl(servers.primary.url(DATABASE, 'postgres')));
    changed();
    return pair;
  } catch (error) {
    await pair.stop();
    throw error;
  }
}

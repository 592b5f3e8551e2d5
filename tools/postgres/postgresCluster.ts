import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_USER } from '../postgres.mjs';
import {
  emptyDirectory,
  type PostgresServer,
  program,
  type Settings,
  serve,
  startPostgres,
} from './postgresServer.js';

/** A primary whose commits wait for its standby. */
export interface Cluster {
  /** The one that takes writes now. */
  readonly primary: PostgresServer;
  /** The one that is a copy of it; undefined after a promotion, until there is a new one. */
  readonly standby: PostgresServer | undefined;
  /** Addresses of both for a node, the primary first, and of those that there were before. */
  url(database: string, user?: string): string;
  /**
   * Makes the standby the primary. The one before has to be gone or cut off. Commits of the new one wait until `addStandby`
   * has brought a standby.
   */
  promote(): Promise<void>;
  /** Copies the primary to a new standby, and waits until commits reach it. */
  addStandby(): Promise<void>;
  /** Ends all of them, and removes their files. */
  stop(): Promise<void>;
}

/** The name by which a primary knows its standby. */
const STANDBY = 'standby';

/**
 * Starts a primary with a standby. Needs `pg_basebackup`, see `findPostgres`. With `synchronous` false, commits do not wait
 * for the standby: what a kill of the primary then loses, nodes have to notice.
 */
export async function startCluster({
  settings = {},
  synchronous = true,
}: {
  readonly settings?: Settings;
  readonly synchronous?: boolean;
} = {}): Promise<Cluster> {
  let primary = await startPostgres(settings);
  let standby: PostgresServer | undefined;
  const servers = [primary];

  async function addStandby(): Promise<void> {
    const names = { synchronous_standby_names: synchronous ? STANDBY : '' };
    standby = await standbyOf(primary, names);
    servers.unshift(standby);
    await primary.configure(names);
    const state = synchronous ? 'sync' : 'async';
    await until(
      primary,
      `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`,
    );
  }

  await addStandby();
  return {
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    url(database, user = 'vault_node') {
      const others = servers.filter((server) => server !== primary);
      const hosts = [primary, ...others].map(({ port }) => `127.0.0.1:${port}`);
      return `postgres://${user}@${hosts.join(',')}/${database}?sslmode=disable`;
    },
    async promote() {
      if (!standby) throw new Error('there is no standby');
      await standby.sql('SELECT pg_promote()');
      await until(standby, 'SELECT WHERE NOT pg_is_in_recovery()');
      primary = standby;
      standby = undefined;
    },
    addStandby,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Copies a running server, and lets the copy follow it. The settings are those that it needs once it is promoted. */
async function standbyOf(primary: PostgresServer, settings: Settings): Promise<PostgresServer> {
  const directory = emptyDirectory();
  const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
  execFileSync(
    program('pg_basebackup'),
    ['-D', directory, '-d', source, '--checkpoint=fast', '--wal-method=stream', '--no-sync'],
    { ...POSTGRES_USER, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  writeFileSync(join(directory, 'standby.signal'), '');
  return await serve(directory, {
    ...settings,
    primary_conninfo: `${source} application_name=${STANDBY}`,
  });
}

/** Waits until a query has a row. */
async function until(server: PostgresServer, query: string): Promise<void> {
  while ((await server.sql(query)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

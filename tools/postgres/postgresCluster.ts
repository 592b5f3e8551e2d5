import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES_USER } from '../postgres.mjs';
import {
  emptyDirectory,
  giveAway,
  type PostgresServer,
  program,
  type Settings,
  serve,
  startPostgres,
} from './postgresServer.js';

/** A primary whose commits wait for its standby. */
export interface PostgresCluster {
  /** The one that takes writes now. */
  readonly primary: PostgresServer;
  /** The one that is a copy of it; undefined after a promotion, until there is a new one. */
  readonly standby: PostgresServer | undefined;
  /** Addresses of both for a node, the primary first. They are the same after a promotion, in another order. */
  url(database: string, user?: string): string;
  /**
   * Makes the standby the primary. The one before has to be gone or cut off. Commits of the new one wait until `addStandby`
   * has brought a standby; with `alone`, they wait for none until then.
   */
  promote(how?: { readonly alone: boolean }): Promise<void>;
  /**
   * Copies the primary to a new standby, and waits until commits reach it. It listens where the primary before it did, which
   * is ended.
   */
  addStandby(): Promise<void>;
  /** Ends all of them, and removes their files unless they are kept. */
  stop(): Promise<void>;
}

/** The name by which a primary knows its standby. */
const STANDBY = 'standby';

export interface PostgresClusterOptions {
  readonly settings?: Settings;
  /** With false, commits do not wait for the standby: what a kill of the primary then loses, nodes have to notice. */
  readonly synchronous?: boolean;
  /** A directory in which files stay: it goes on with the primary that was there last. */
  readonly kept?: string | undefined;
}

/** Starts a primary with a standby. Needs `pg_basebackup`, see `findPostgres`. */
export async function startCluster({
  settings = {},
  synchronous = true,
  kept,
}: PostgresClusterOptions = {}): Promise<PostgresCluster> {
  const places = placesIn(kept);
  let primary = await startPostgres(settings, places.primary());
  let standby: PostgresServer | undefined;
  let lost: PostgresServer | undefined;
  const names = synchronous ? STANDBY : '';

  async function addStandby(): Promise<void> {
    await lost?.stop();
    const at = { directory: places.standby(), isKept: kept !== undefined, port: lost?.port };
    // Also for the time after its promotion.
    const asStandby = { ...settings, synchronous_standby_names: names };
    standby = await standbyOf(primary, asStandby, at);
    lost = undefined;
    await primary.configure({ synchronous_standby_names: names });
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
      const other = standby ?? lost;
      const hosts = [primary, ...(other ? [other] : [])].map(({ port }) => `127.0.0.1:${port}`);
      return `postgres://${user}@${hosts.join(',')}/${database}?sslmode=disable`;
    },
    async promote({ alone } = { alone: false }) {
      if (!standby) throw new Error('there is no standby');
      if (alone) await standby.configure({ synchronous_standby_names: '' });
      await standby.sql('SELECT pg_promote()');
      await until(standby, 'SELECT WHERE NOT pg_is_in_recovery()');
      [lost, primary] = [primary, standby];
      standby = undefined;
      places.setPrimary(primary.directory);
    },
    addStandby,
    async stop() {
      // A primary that is shut down waits for its standby.
      await primary.stop();
      await Promise.all([standby?.stop(), lost?.stop()]);
    },
  };
}

/** Where servers have their files: in a directory that is kept, or each in a new one. */
function placesIn(kept: string | undefined) {
  if (kept === undefined)
    return { primary: () => undefined, standby: emptyDirectory, setPrimary: () => {} };
  mkdirSync(kept, { recursive: true });
  const file = join(kept, 'primary');
  const primary = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'server-1';
  const old = readdirSync(kept).filter((name) => name.startsWith('server-'));
  for (const name of old.filter((name) => name !== primary))
    rmSync(join(kept, name), { recursive: true });
  let number = Number(primary.slice('server-'.length));
  return {
    primary: () => join(kept, primary),
    standby() {
      number += 1;
      const directory = join(kept, `server-${number}`);
      giveAway(directory);
      return directory;
    },
    setPrimary: (directory: string) => writeFileSync(file, `${directory.slice(kept.length + 1)}\n`),
  };
}

/** Copies a running server to an empty directory, and lets the copy follow it. */
async function standbyOf(
  primary: PostgresServer,
  settings: Settings,
  {
    directory,
    ...how
  }: { readonly directory: string; readonly isKept: boolean; readonly port: number | undefined },
): Promise<PostgresServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
  execFileSync(
    program('pg_basebackup'),
    ['-D', directory, '-d', source, '--checkpoint=fast', '--wal-method=stream', '--no-sync'],
    { ...POSTGRES_USER, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  writeFileSync(join(directory, 'standby.signal'), '');
  // What was changed while the primary ran would count more than the settings of the copy.
  writeFileSync(join(directory, 'postgresql.auto.conf'), '');
  const following = {
    ...settings,
    primary_conninfo: `${source} application_name=${STANDBY}`,
    wal_retrieve_retry_interval: '100ms',
  };
  return await serve(directory, following, how);
}

/** Waits until a query has a row. */
async function until(server: PostgresServer, query: string): Promise<void> {
  while ((await server.sql(query)).length === 0) await sleep(20);
}

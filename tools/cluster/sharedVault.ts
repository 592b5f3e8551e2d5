import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePostgres } from '../../src/cluster/postgres/openPostgres.js';
import { type Durability, parsePostgresUrl } from '../../src/domain/postgres.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { type PostgresCluster, startCluster } from '../postgres/postgresCluster.js';
import { type PostgresServer, type Settings, startPostgres } from '../postgres/postgresServer.js';
import { findPostgres, HOW_TO_GET_POSTGRES } from '../postgres.mjs';
import { freePort, type ServerProcess, startServer } from '../server/serverProcess.js';

/** A shared log in a PostgreSQL of its own, and nodes of it, all on this machine. */
export interface SharedVault {
  readonly adminKey: string;
  /** For `VAULT_LOG`. */
  readonly log: string;
  /** The primary with its standby; undefined where PostgreSQL has no `pg_basebackup`, so that there is a single server. */
  readonly cluster: PostgresCluster | undefined;
  primary(): PostgresServer;
  /** The settings of a node, as environment variables. */
  settings(name: string): Readonly<Record<string, string>>;
  directoryOf(name: string): string;
  startNode(name: string, options?: NodeStart): Promise<ServerProcess>;
  /** Ends PostgreSQL. The nodes are to be stopped before. */
  stop(): Promise<void>;
}

export interface NodeStart {
  /** A free one by default. */
  readonly port?: number;
  readonly signal?: AbortSignal;
}

export interface SharedVaultOptions {
  /** Where everything is, or is made. */
  readonly directory: string;
  /** Whether a later call goes on with what is in the directory: else PostgreSQL keeps its files elsewhere, and removes them. */
  readonly isKept?: boolean;
  /** By default `replicated` with a standby, else `single`. */
  readonly durability?: Durability;
  /** Settings of PostgreSQL. */
  readonly postgres?: Settings;
}

const DATABASE = 'vault';

/** Starts PostgreSQL, with a synchronous standby where it can be copied. Throws where there is no PostgreSQL. */
export async function startSharedVault(options: SharedVaultOptions): Promise<SharedVault> {
  const { directory, isKept = false, postgres = {} } = options;
  const found = findPostgres();
  if (!found) throw new Error(`there is no PostgreSQL: ${HOW_TO_GET_POSTGRES}`);
  mkdirSync(directory, { recursive: true });
  // PostgreSQL may run as another user, who has to get to its own files in there.
  chmodSync(directory, 0o711);
  const { adminKey, ...secrets } = secretsIn(directory);
  const kept = isKept ? join(directory, 'postgres') : undefined;
  const cluster = found.canCopy ? await startCluster({ settings: postgres, kept }) : undefined;
  const single = cluster ? undefined : await startPostgres(postgres, kept);
  const primary = () => cluster?.primary ?? single ?? unreached();
  const url = (user?: string) => (cluster ?? single ?? unreached()).url(DATABASE, user);
  const stop = async () => {
    await cluster?.stop();
    await single?.stop();
  };
  try {
    await prepare(primary(), url('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  const log = url();
  const settings = (name: string) => ({
    VAULT_LOG: log,
    VAULT_NODE: name,
    VAULT_LOG_DURABILITY: options.durability ?? (cluster ? 'replicated' : 'single'),
    VAULT_TOKEN_SECRET: secrets.tokenSecret,
    VAULT_CHECKPOINT_KEY: secrets.checkpointKey,
  });
  const directoryOf = (name: string) => join(directory, name);
  return {
    adminKey,
    log,
    cluster,
    primary,
    settings,
    directoryOf,
    stop,
    startNode: async (name, { port, signal } = {}) =>
      startServer({
        directory: directoryOf(name),
        adminKey,
        settings: settings(name),
        port: port ?? (await freePort()),
        signal,
      }),
  };
}

async function prepare(primary: PostgresServer, url: string): Promise<void> {
  const databases = await primary.sql(`SELECT FROM pg_database WHERE datname = '${DATABASE}'`);
  if (databases.length === 0) await primary.sql(`CREATE DATABASE ${DATABASE}`);
  await preparePostgres(parsePostgresUrl(url));
}

interface Secrets {
  readonly adminKey: string;
  readonly tokenSecret: string;
  readonly checkpointKey: string;
}

/** What all nodes have in common, made at the first call. */
function secretsIn(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  // Written by this function alone.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets: Secrets = {
    adminKey: randomBytes(16).toString('hex'),
    tokenSecret: randomBytes(16).toString('hex'),
    checkpointKey: newSigningKey('memory-vault/cluster'),
  };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

function unreached(): never {
  throw new Error('there is neither a cluster nor a single server');
}

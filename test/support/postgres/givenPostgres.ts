import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { parsePostgresUrl } from '../../../src/domain/postgresUrl.js';
import {
  type OpenPostgres,
  openPostgres,
  type PostgresOptions,
  preparePostgres,
} from '../../../src/log/shared/postgres/openPostgres.js';
import {
  type PostgresServer,
  type Settings,
  startPostgres,
} from '../../../tools/postgres/postgresServer.js';

/** A database of its own for one test, with the tables of a shared log. */
export interface TestDatabase {
  readonly server: PostgresServer;
  readonly name: string;
  /** Its address, as `vault_node` unless another user is given. */
  url(user?: string): string;
  /** Runs SQL in it as the superuser, or as another user. */
  sql(text: string, user?: string): Promise<Record<string, unknown>[]>;
  /** Opens the shared log for one node, whose durability nobody checks, closed when the test has finished. */
  open(options?: Partial<PostgresOptions>): OpenPostgres;
}

/** A limit for what hangs, as for tests. */
const HANGS_MS = 120_000;

/** Quicker, and outlives a crash of PostgreSQL, though none of the machine. */
const UNSYNCED: Settings = { fsync: 'off', full_page_writes: 'off' };

/** One PostgreSQL for all tests of a file, which does not wait for the disk unless the settings say so. Gives a function that makes a prepared database for each of them. */
export function givenPostgres(settings: Settings = {}): () => Promise<TestDatabase> {
  let server: PostgresServer | undefined;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres({ ...UNSYNCED, ...settings });
  }, HANGS_MS);
  afterAll(() => server?.stop(), HANGS_MS);
  return async () => {
    if (!server) throw new Error('the tests have not begun');
    count += 1;
    const database = await databaseIn(server, `vault_${count}`);
    await preparePostgres(parsePostgresUrl(database.url('postgres')));
    return database;
  };
}

/** A new database without tables. */
export async function databaseIn(server: PostgresServer, name: string): Promise<TestDatabase> {
  await server.sql(`CREATE DATABASE ${name}`);
  const url = (user?: string) => server.url(name, user);
  return {
    server,
    name,
    url,
    sql: (text, user) =>
      server.sql(user === undefined ? text : `SET SESSION AUTHORIZATION ${user}; ${text}`, name),
    open(options = {}) {
      const opened = openPostgres(parsePostgresUrl(url()), {
        durability: 'managed',
        node: 'one',
        ...options,
      });
      onTestFinished(() => opened.close());
      return opened;
    },
  };
}

import { afterAll, beforeAll, onTestFinished } from 'vitest';
import {
  type OpenPostgres,
  openPostgres,
  type PostgresOptions,
  preparePostgres,
} from '../../../src/cluster/postgres/openPostgres.js';
import {
  type Deadlines,
  type PostgresPlace,
  parsePostgresUrl,
} from '../../../src/domain/postgres.js';
import {
  type PostgresServer,
  type Settings,
  startPostgres,
} from '../../../tools/postgres/postgresServer.js';
import { PATIENT } from './patient.js';

/** A database of its own for one test, with the tables of a shared log. */
export interface TestDatabase {
  readonly server: PostgresServer;
  readonly name: string;
  /** Its address, as `vault_node` unless another user is given. */
  url(user?: string): string;
  /** The same parsed, where everything may take long unless deadlines are given. */
  place(user?: string, deadlines?: Partial<Deadlines>): PostgresPlace;
  /** Runs SQL in it as the superuser, or as another user. */
  sql(text: string, user?: string): Promise<Record<string, unknown>[]>;
  /** Opens the shared log for one node, whose durability nobody checks, closed when the test has finished. */
  open(options?: Partial<PostgresOptions & Deadlines>): OpenPostgres;
}

/** Quicker, and outlives a crash of PostgreSQL, though none of the machine. Nothing works in a database but its test. */
const UNSYNCED: Settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** What databases of tests are copied from. */
const PREPARED = 'prepared';

let shared: Promise<PostgresServer> | undefined;
let count = 0;

/**
 * One PostgreSQL for all tests of a worker of vitest, started by the first that needs it; it ends with that process. Gives a
 * function that makes a prepared database for a test, which is gone after it.
 */
export function givenPostgres(): () => Promise<TestDatabase> {
  return async () => {
    shared ??= startPrepared();
    return await preparedIn(await shared);
  };
}

/** The same with a PostgreSQL for the tests of one file alone, which crash it or change its settings. */
export function ownPostgres(settings: Settings = {}): () => Promise<TestDatabase> {
  let own: PostgresServer | undefined;
  beforeAll(async () => {
    own = await startPrepared(settings);
  });
  afterAll(() => own?.stop());
  return async () => {
    if (!own) throw new Error('the tests have not begun');
    return await preparedIn(own);
  };
}

async function startPrepared(settings: Settings = {}): Promise<PostgresServer> {
  const server = await startPostgres({ ...UNSYNCED, ...settings });
  await server.sql(`CREATE DATABASE ${PREPARED}`);
  const place = parsePostgresUrl(server.url(PREPARED, 'postgres'));
  await preparePostgres({ ...place, deadlines: PATIENT });
  return server;
}

/** Copying takes half as long as preparing. */
async function preparedIn(server: PostgresServer): Promise<TestDatabase> {
  const database = await databaseIn(server, 'vault', PREPARED);
  await database.sql('UPDATE vault.head SET instance = gen_random_uuid()');
  return database;
}

/** A new database without tables, or a copy of another one; it is gone after the test. */
export async function databaseIn(
  server: PostgresServer,
  prefix: string,
  original = 'template1',
): Promise<TestDatabase> {
  count += 1;
  const name = `${prefix}_${count}`;
  await server.sql(`CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY file_copy`);
  onTestFinished(
    async () => void (await server.sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  );
  const url = (user?: string) => server.url(name, user);
  const place = (user?: string, deadlines: Partial<Deadlines> = {}) => ({
    ...parsePostgresUrl(url(user)),
    deadlines: { ...PATIENT, ...deadlines },
  });
  return {
    server,
    name,
    url,
    place,
    sql: (text, user) =>
      server.sql(user === undefined ? text : `SET SESSION AUTHORIZATION ${user}; ${text}`, name),
    open({ durability = 'managed', node = 'one', onLockWait, ...deadlines } = {}) {
      const opened = openPostgres(place(undefined, deadlines), { durability, node, onLockWait });
      onTestFinished(() => opened.close());
      return opened;
    },
  };
}

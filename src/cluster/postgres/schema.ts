import { readdirSync, readFileSync } from 'node:fs';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Connection, Statement } from './connection.js';

const FOLDER = new URL('../../../migrations/postgres/', import.meta.url);

const migrations = () =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();

type Exchanges = Pick<Connection, 'exchange'>;

/**
 * Makes the tables of a shared log in a database, and the roles in its cluster, or brings them up to this release. Does
 * nothing where all is done. The role of the connection has to be a superuser, or to have CREATEROLE and own the database.
 * Each migration is one transaction; two of these calls wait for each other. Throws on the tables of a newer release.
 */
export async function prepareSchema(connection: Exchanges): Promise<void> {
  await connection.exchange({ text: ROLES });
  for (const [format, file] of migrations().entries()) {
    await connection.exchange({ text: 'BEGIN' }, { text: `SELECT pg_advisory_xact_lock(${LOCK})` });
    if ((await formatOf(connection)) === format) await connection.exchange(migration(file, format));
    await connection.exchange({ text: 'COMMIT' });
  }
  await refuseFormat(connection);
}

function migration(file: string, format: number): Statement {
  const sql = readFileSync(new URL(file, FOLDER), 'utf8');
  return {
    text: `CREATE SCHEMA IF NOT EXISTS vault AUTHORIZATION vault_owner;
      SET LOCAL ROLE vault_owner;
      SET LOCAL search_path = vault;
      ${sql};
      INSERT INTO format (version) VALUES (${format + 1}) ON CONFLICT (one) DO UPDATE SET version = excluded.version;`,
  };
}

/** Any number that nobody else takes. */
const LOCK = 7_437_001;

/** The roles are those of the whole cluster: another database may have brought them, also at this moment. */
const ROLES = `DO $$
DECLARE
  role record;
BEGIN
  FOR role IN SELECT * FROM (VALUES ('vault_owner', 'NOLOGIN'), ('vault_node', 'LOGIN'), ('vault_auditor', 'NOLOGIN')) AS roles (name, login)
  LOOP
    BEGIN
      IF to_regrole(role.name) IS NULL THEN EXECUTE format('CREATE ROLE %I %s', role.name, role.login); END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
  -- Without being a superuser, only a member can give a schema to the owner.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT vault_owner TO %I', current_user);
  END IF;
END $$`;

const IS_THERE: Statement<{ there: boolean }> = {
  text: `SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'vault' AND relname = 'format') AS there`,
};

const FORMAT: Statement<{ version: number }> = { text: 'SELECT version FROM vault.format' };

/** Number of the last migration of a database; 0 where there is no shared log. */
async function formatOf(connection: Exchanges): Promise<number> {
  const [{ rows }] = await connection.exchange(IS_THERE);
  if (rows[0]?.there !== true) return 0;
  const [format] = await connection.exchange(FORMAT);
  return format.rows[0]?.version ?? 0;
}

/** Throws where a database has not the format of this release. */
export async function refuseFormat(connection: Exchanges): Promise<void> {
  const [format, ours] = [await formatOf(connection), migrations().length];
  if (format === ours) return;
  const what = format === 0 ? 'has no tables of a shared log' : `has format ${format}`;
  throw new Diagnostic(
    'shared_log_format',
    `the database of VAULT_LOG ${what}, and this release of memory-vault needs format ${ours}: ${
      format < ours ? 'run memory-vault log prepare' : 'install the newer release'
    }`,
    { setting: 'VAULT_LOG' },
  );
}

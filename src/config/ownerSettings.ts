import { messageOf } from '../diagnostics/messageOf.js';
import { type PostgresPlace, parsePostgresUrl } from '../domain/postgresUrl.js';
import { ConfigError } from './configError.js';
import { withSecretFiles } from './secretFiles.js';

/** The settings of commands that look after a shared log as its owner, with default and meaning. A service needs none of them. */
export const OWNER_SETTINGS = {
  VAULT_LOG_OWNER: [
    'none',
    'URL of the PostgreSQL of a shared log, such as postgres://admin@db1,db2/vault, whose user is a superuser, or owns the database and has CREATEROLE',
  ],
  VAULT_LOG_OWNER_PASSWORD: ['none', 'password of the user in VAULT_LOG_OWNER'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

/** True for the name of a setting that only such commands read. */
export function isOwnerSetting(name: string): boolean {
  return Object.hasOwn(OWNER_SETTINGS, name);
}

/**
 * Where the PostgreSQL of a shared log is, and its owner: `url` of a command line, otherwise VAULT_LOG_OWNER. Throws a
 * `ConfigError` where there is none, or it is wrong. No message shows a password.
 */
export function ownerPlace(env: NodeJS.ProcessEnv, url?: string): PostgresPlace {
  const { VAULT_LOG_OWNER: setting, VAULT_LOG_OWNER_PASSWORD: password } = withSecretFiles(env);
  const name = url === undefined ? 'VAULT_LOG_OWNER' : 'the URL';
  const given = url ?? setting;
  if (given === undefined)
    throw new ConfigError(
      'this needs the owner of the shared log: set VAULT_LOG_OWNER to postgres://OWNER@HOST/DATABASE, and ' +
        'VAULT_LOG_OWNER_PASSWORD_FILE to a file with the password',
      'VAULT_LOG_OWNER',
    );
  const place = placeIn(name, given);
  if (place.password !== undefined && password !== undefined)
    throw new ConfigError(
      `VAULT_LOG_OWNER_PASSWORD and ${name} both have a password: remove the one in ${name}`,
      'VAULT_LOG_OWNER_PASSWORD',
    );
  return { ...place, password: place.password ?? password };
}

function placeIn(name: string, url: string): PostgresPlace {
  try {
    return parsePostgresUrl(url);
  } catch (error) {
    throw new ConfigError(`${name} must be that of a PostgreSQL: ${messageOf(error)}`);
  }
}

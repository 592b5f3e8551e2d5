import { resolve } from 'node:path';
import { readConfig, SETTINGS } from '../../config/config.js';
import { ConfigError } from '../../config/configError.js';
import { isSecret, isSecretFile } from '../../config/secretFiles.js';
import { hasPassword } from '../../config/sharedLogConfig.js';
import type { InstallRecord } from './installRecord.js';

/** What a service manager has to know to run the service. */
export interface ServiceDefinition extends InstallRecord {
  /** Absolute path of Node. */
  readonly node: string;
  /** Absolute path of the program that Node runs. */
  readonly cli: string;
  readonly backupDir: string;
  /** The settings by their names, with absolute paths; among them always VAULT_DATA_DIR. None is a secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** VAULT_ variables that are left out, because this release does not know them. */
  readonly unknown: readonly string[];
}

/** Where a program is, and which one it is. */
export interface Installation {
  readonly node: string;
  readonly cli: string;
  readonly version: string;
}

/**
 * The service as `env` sets it. Throws an error that says what to do when a setting is wrong, when a secret would become
 * readable, or when this program will not be there later.
 */
export function serviceDefinition(
  env: NodeJS.ProcessEnv,
  installed: Installation,
): ServiceDefinition {
  const { node, cli, version } = installed;
  if (/[/\\]_npx[/\\]/.test(cli)) {
    throw new Error(
      `npx keeps this program in a temporary place (${cli}). Install it for good, from the tarball that npm pack makes ` +
        `in a clone, then try again:\n  npm install -g ./memory-vault-${version}.tgz\n  memory-vault service install`,
    );
  }
  const given = Object.entries(env).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
  for (const [name] of given) {
    if (!isSecret(name)) continue;
    throw new ConfigError(
      `${name} is a secret, and the file of the service would show it. Write it to a file that only you can read, ` +
        `and set ${name}_FILE to the path of that file instead`,
    );
  }
  if (env.VAULT_LOG && hasPassword(env.VAULT_LOG)) {
    throw new ConfigError(
      'VAULT_LOG has a password, and the file of the service would show it. Write the password to a file that only you can ' +
        'read, set VAULT_LOG_PASSWORD_FILE to the path of that file, and take the password out of VAULT_LOG',
      'VAULT_LOG',
    );
  }
  const { dataDir, backupDir, host, port, unknown } = readConfig(env);
  const passedOn = given.filter(([name]) => Object.hasOwn(SETTINGS, name) || isSecretFile(name));
  const settings = {
    ...Object.fromEntries(
      passedOn.map(([name, value]) => [name, isPath(name) ? resolve(value) : value]),
    ),
    VAULT_DATA_DIR: dataDir,
    VAULT_BACKUP_DIR: backupDir,
  };
  for (const [name, value] of Object.entries({ ...settings, node, cli })) {
    if (/\p{Cc}/u.test(value))
      throw new Error(`${name} has a line break or another control character`);
  }
  return { version, node, cli, dataDir, backupDir, host, port, settings, unknown };
}

function isPath(name: string): boolean {
  return isSecretFile(name) || name === 'VAULT_PRIVATE_PATTERNS';
}

import { resolve } from 'node:path';
import { z } from 'zod';
import { readConfig, SETTINGS } from '../../config/config.js';
import { ConfigError, isSecret, isSecretFile } from '../../config/settingFile.js';
import { hasPassword } from '../../config/sharedLogConfig.js';
import { tryParse } from '../../domain/json.js';

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
interface Installation {
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
      `${name} is a secret, and the service file would show it. Write it to a file that only you can read, ` +
        `and set ${name}_FILE to the path of that file instead`,
    );
  }
  if (env.VAULT_LOG && hasPassword(env.VAULT_LOG)) {
    throw new ConfigError(
      'VAULT_LOG has a password, and the service file would show it. Write the password to a file that only you can ' +
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

/** A command that a service manager runs beside the service, so that nobody has to think of it. */
export interface TimedTask {
  /** The word behind the name of the program. */
  readonly name: 'backup' | 'verify';
  readonly title: string;
  /** For systemd.time(7). */
  readonly onCalendar: string;
  /** For launchd.plist(5): Sunday is 0. */
  readonly calendar: Readonly<Partial<Record<'Hour' | 'Minute' | 'Weekday', number>>>;
}

/** At night, one after the other. A machine that slept does it when it wakes. */
export const TIMED_TASKS: readonly TimedTask[] = [
  {
    name: 'backup',
    title: 'Daily backup of Memory Vault',
    onCalendar: '*-*-* 03:10:00',
    calendar: { Hour: 3, Minute: 10 },
  },
  {
    name: 'verify',
    title: 'Weekly verification of Memory Vault',
    onCalendar: 'Sun *-*-* 04:10:00',
    calendar: { Weekday: 0, Hour: 4, Minute: 10 },
  },
];

/** A file that a service manager reads. */
export interface ServiceFile {
  /** Absolute path. */
  readonly file: string;
  readonly content: string;
}

const InstallRecord = z.object({
  version: z.string(),
  dataDir: z.string(),
  host: z.string(),
  port: z.int(),
});

/** What a service file says about the service that it starts, for `status`. Only `install` writes such a line. */
export type InstallRecord = z.infer<typeof InstallRecord>;

const MARK = 'memory-vault service ';

/** One line that fits into a comment of a unit and of XML, where two hyphens would end it. */
export function recordLine({ version, dataDir, host, port }: InstallRecord): string {
  const json = JSON.stringify({ version, dataDir, host, port });
  return MARK + json.replaceAll('--', '-\\u002d');
}

/** The record in a service file; undefined if `install` did not write the file. */
export function readRecord(text: string): InstallRecord | undefined {
  const line = text.split('\n').find((one) => one.includes(MARK));
  const [json] = /\{.*\}/.exec(line ?? '') ?? [];
  return json === undefined ? undefined : InstallRecord.safeParse(tryParse(json)).data;
}

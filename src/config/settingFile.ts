import { Diagnostic, diagnosticOf, messageOf } from '../diagnostics/diagnostic.js';
import { decodeText } from '../domain/unicode.js';
import { readRegularFile } from '../files/regularFile.js';

/** The text of a file that a setting names. The message of an error goes on after the name of the setting. */
export function readSettingFile(file: string): string {
  let text: string | undefined;
  try {
    text = decodeText(readRegularFile(file));
  } catch (error) {
    const why =
      diagnosticOf(error).code === 'file_not_regular'
        ? 'is a pipe, a device or a directory: name a regular file, or a link to one'
        : 'cannot be read: check the path and its permissions';
    throw new Error(`names ${file}, which ${why}`, { cause: error });
  }
  if (text === undefined)
    throw new Error(`names ${file}, which is not UTF-8 text: save it as UTF-8`);
  return text;
}

/** Settings that may be read from a file that `…_FILE` names. */
export const SECRETS = [
  'VAULT_ADMIN_KEY',
  'VAULT_LOG_PASSWORD',
  'VAULT_LOG_OWNER_PASSWORD',
  'VAULT_TOKEN_SECRET',
  'VAULT_CHECKPOINT_KEY',
  'VAULT_HIVE_KEY',
  'VAULT_HIVE_INGEST_KEY',
];

/** The environment, with the secrets that files hold. An empty variable counts as not set. */
export function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file !== undefined) set[name] = readSecretSetting(name, file, set[name]);
  }
  return set;
}

/** True for settings that nobody else may read. */
export function isSecret(name: string): boolean {
  return SECRETS.some((secret) => name === secret);
}

/** True for `VAULT_ADMIN_KEY_FILE` and similar names. */
export function isSecretFile(name: string): boolean {
  return SECRETS.some((secret) => name === `${secret}_FILE`);
}

function readSecretSetting(name: string, file: string, given: string | undefined): string {
  if (given !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set: remove one of them`, name);
  }
  try {
    return readSettingFile(file).trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE ${messageOf(error)}`, `${name}_FILE`);
  }
}

/** A wrong setting. The message names it; of several, `setting` is the first. */
export class ConfigError extends Diagnostic {
  constructor(message: string, setting?: string) {
    super('setting_wrong', message, { setting });
    this.name = 'ConfigError';
  }
}

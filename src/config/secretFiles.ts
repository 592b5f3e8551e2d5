import { messageOf } from '../diagnostics/messageOf.js';
import { ConfigError } from './configError.js';
import { readSettingFile } from './settingFile.js';

/** Settings that may be read from a file that `…_FILE` names. */
export const SECRETS = [
  ...(['VAULT_ADMIN_KEY', 'VAULT_LOG_PASSWORD', 'VAULT_LOG_OWNER_PASSWORD'] as const),
  ...(['VAULT_TOKEN_SECRET'] as const),
  ...(['VAULT_CHECKPOINT_KEY', 'VAULT_HIVE_KEY', 'VAULT_HIVE_INGEST_KEY'] as const),
];

/** The environment, with the secrets that files hold. An empty variable counts as not set. */
export function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file !== undefined) set[name] = read(name, file, set[name]);
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

function read(name: string, file: string, given: string | undefined): string {
  if (given !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set: remove one of them`, name);
  }
  try {
    return readSettingFile(file).trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE ${messageOf(error)}`, `${name}_FILE`);
  }
}

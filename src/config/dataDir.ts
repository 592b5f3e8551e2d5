import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';

/** The home of this user. Throws `setting_wrong` for one without HOME and without an entry among the users, as in a container. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    const why = 'is not set, and this user has no home directory: name a directory for the vault';
    throw new Diagnostic('setting_wrong', `VAULT_DATA_DIR ${why}`, { setting: 'VAULT_DATA_DIR' });
  }
}

/** The data directory that the environment names, as an absolute path. An empty variable counts as not set. Throws `setting_wrong`. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  if (env.VAULT_DATA_DIR) return resolve(env.VAULT_DATA_DIR);
  const shared = env.XDG_DATA_HOME || join(homeFolder(), '.local', 'share');
  return resolve(shared, 'memory-vault');
}

/** The absolute path of the directory for backups: by default next to the data directory. */
export function backupDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env.VAULT_BACKUP_DIR || `${dataDirOf(env)}-backups`);
}

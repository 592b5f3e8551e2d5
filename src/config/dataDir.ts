import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The data directory that the environment names, as an absolute path. An empty variable counts as not set. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  const shared = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return resolve(env.VAULT_DATA_DIR || join(shared, 'memory-vault'));
}

/** The absolute path of the directory for backups: by default next to the data directory. */
export function backupDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env.VAULT_BACKUP_DIR || `${dataDirOf(env)}-backups`);
}

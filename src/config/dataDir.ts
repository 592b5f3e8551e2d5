import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The data directory that the environment names, as an absolute path. An empty variable counts as not set. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  const shared = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return resolve(env.VAULT_DATA_DIR || join(shared, 'memory-vault'));
}

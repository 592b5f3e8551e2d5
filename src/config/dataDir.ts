import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The data directory that the environment names, as an absolute path. An empty variable counts as not set. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  if (env.VAULT_DATA_DIR) return resolve(env.VAULT_DATA_DIR);
  // A user without an entry and without HOME has no home, and needs none where the directory is named.
  const shared = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return resolve(shared, 'memory-vault');
}

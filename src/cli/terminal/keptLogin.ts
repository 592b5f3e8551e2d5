import { homedir } from 'node:os';
import { join } from 'node:path';
import { readOwnFile } from '../../files/regularFile.js';

/** What `memory-vault login` keeps of one vault. */
export interface KeptLogin {
  /** Of the vault, without a slash at its end. The token is sent nowhere else. */
  readonly url: string;
  /** The session token of a member. */
  readonly token: string;
}

/** The file of the logins of a user (0600): `memory-vault/logins.json` in the user's directory of configuration. */
export function loginsFile(env: NodeJS.ProcessEnv): string {
  const shared = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(shared, 'memory-vault', 'logins.json');
}

/** The logins that a user keeps, one for each vault. None where there is no such file, or where it cannot be read as one. */
export function keptLogins(env: NodeJS.ProcessEnv): readonly KeptLogin[] {
  try {
    const read: unknown = JSON.parse(readOwnFile(loginsFile(env)));
    return Array.isArray(read) ? read.filter(isLogin) : [];
  } catch {
    return [];
  }
}

/** The login that is kept for the vault at exactly this URL. */
export function keptLogin(url: string, env: NodeJS.ProcessEnv): KeptLogin | undefined {
  return keptLogins(env).find((login) => login.url === url);
}

function isLogin(read: unknown): read is KeptLogin {
  if (typeof read !== 'object' || read === null) return false;
  const { url, token } = read as Record<string, unknown>;
  return typeof url === 'string' && typeof token === 'string';
}

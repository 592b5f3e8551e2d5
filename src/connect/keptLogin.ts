import { homedir } from 'node:os';
import { join } from 'node:path';
import { membersOf } from '../domain/json.js';
import { readOwnJson } from '../files/regularFile.js';
import type { ClientSettings } from './clientSettings.js';

/** What `memory-vault login` keeps of one vault. */
interface KeptLogin {
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
  const read = readOwnJson(loginsFile(env));
  return Array.isArray(read) ? read.filter(isLogin) : [];
}

/** The login that is kept for the vault at this URL. */
export function keptLogin(url: string, env: NodeJS.ProcessEnv): KeptLogin | undefined {
  return keptLogins(env).find((login) => isSameVault(login.url, url));
}

/**
 * What shows the vault at a URL who asks, for every program: the token of the environment, else that of the login which is kept
 * for this vault. Undefined where there is neither.
 */
export function tokenFor(
  url: string,
  { token }: Pick<ClientSettings, 'token'>,
  env: NodeJS.ProcessEnv,
): string | undefined {
  return token ?? keptLogin(url, env)?.token;
}

/**
 * Whether two URLs lead to one vault: hosts are compared without case and default ports, localhost is 127.0.0.1, and `/vault-api`
 * leads to the same paths.
 */
export function isSameVault(one: string, other: string): boolean {
  return addressIn(one) === addressIn(other);
}

function addressIn(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/\.$/, '');
  return `${protocol}//${host}:${port}${pathname.replace(/\/+$/, '').replace(/\/vault-api$/, '')}`;
}

function isLogin(read: unknown): read is KeptLogin {
  const { url, token } = membersOf(read);
  return typeof url === 'string' && typeof token === 'string';
}

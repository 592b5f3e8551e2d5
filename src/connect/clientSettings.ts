import { dataDirOf } from '../config/dataDir.js';
import { readSettingFile } from '../config/settingFile.js';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { serviceUrl } from './serviceUrl.js';

/** What a program needs to know that talks to a service. */
export interface ClientSettings {
  /** Of the vault whose service is meant, as an absolute path. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Whether VAULT_PORT names the port: then, while no service of `dataDir` runs, any vault there is meant. */
  readonly isPortGiven?: boolean;
  /** Of a service elsewhere, without a slash at its end. Then none is looked for and none is started. */
  readonly url?: string;
  /** Session token or owner's key, sent as `Authorization: Bearer`. */
  readonly token?: string;
}

/**
 * Reads the settings of a client from the environment; an empty variable counts as not set. Throws `setting_wrong`.
 * Without the schemas of `config.ts`, because a hook of an agent has to start fast.
 */
export function readClientSettings(env: NodeJS.ProcessEnv): ClientSettings {
  return {
    dataDir: dataDirOf(env),
    ...addressOf(env),
    ...tokenOf(env),
  };
}

/** Where the service of a client is. Throws `setting_wrong`. */
function addressOf({ VAULT_HOST = '', VAULT_PORT, VAULT_URL }: NodeJS.ProcessEnv) {
  return {
    host: ['', 'localhost'].includes(VAULT_HOST) ? '127.0.0.1' : VAULT_HOST,
    port: VAULT_PORT ? portOf(VAULT_PORT) : 7437,
    isPortGiven: Boolean(VAULT_PORT),
    ...(VAULT_URL && { url: urlOf(VAULT_URL) }),
  };
}

/**
 * Which vault the environment names: the data directory, and the address as VAULT_URL or else VAULT_PORT gives it, if one
 * does. A wrong setting throws nothing; of a wrong address, `to` is `MISTYPED`, because its text may hold a credential.
 */
export function namedVault(env: NodeJS.ProcessEnv): {
  readonly dataDir: string;
  readonly to: string | undefined;
} {
  return { dataDir: dataDirOf(env), to: givenAddress(env) };
}

function givenAddress(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const address = addressOf(env);
    return address.url ?? (address.isPortGiven ? serviceUrl(address) : undefined);
  } catch {
    return MISTYPED;
  }
}

/** Stands for an address that cannot be read, and equals none. */
export const MISTYPED = 'an address that is mistyped';

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong('VAULT_PORT', 'must be a whole number from 0 to 65535');
}

/** Ends of addresses that belong to the service: whoever copies one of them means the vault before it. */
const OWN_PATH = /\/(?:mcp|api(?:\/v1)?|healthz)$/;

function urlOf(text: string): string {
  if (/^[\w.-]+(?::\d+)?(?:\/|$)/.test(text))
    throw wrong('VAULT_URL', 'must begin with https://, or with http:// for a vault without TLS');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    throw wrong(
      'VAULT_URL',
      'must be an address such as https://vault.example, without a query or a credential',
    );
  const base = (url.origin + url.pathname).replace(/\/+$/, '');
  const [own] = OWN_PATH.exec(base) ?? [];
  if (own === undefined) return base;
  const meant = base.slice(0, -own.length);
  throw wrong('VAULT_URL', `must be the address without ${own}: write VAULT_URL=${meant}`);
}

function tokenOf({ VAULT_BEARER_TOKEN, VAULT_BEARER_TOKEN_FILE }: NodeJS.ProcessEnv): {
  token?: string;
} {
  if (VAULT_BEARER_TOKEN && VAULT_BEARER_TOKEN_FILE)
    throw wrong(
      'VAULT_BEARER_TOKEN',
      'and VAULT_BEARER_TOKEN_FILE are both set: remove one of them',
    );
  if (!VAULT_BEARER_TOKEN_FILE) return VAULT_BEARER_TOKEN ? { token: VAULT_BEARER_TOKEN } : {};
  try {
    return { token: readSettingFile(VAULT_BEARER_TOKEN_FILE).trim() };
  } catch (error) {
    throw wrong('VAULT_BEARER_TOKEN_FILE', messageOf(error));
  }
}

function wrong(setting: string, what: string): Diagnostic {
  return new Diagnostic('setting_wrong', `${setting} ${what}`, { setting });
}

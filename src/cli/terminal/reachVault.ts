import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type VaultClient } from 'memory-vault-client';
import { withSecretFiles } from '../../config/settingFile.js';
import { chosenProject } from '../../connect/chosenProject.js';
import { type ClientSettings, readClientSettings } from '../../connect/clientSettings.js';
import { probeElsewhere, sendTo } from '../../connect/fetchService.js';
import { type FoundService, PERSON_PROBE_MS } from '../../connect/findService.js';
import { workingFolder } from '../../connect/folderAt.js';
import { keptLogins, tokenFor } from '../../connect/keptLogin.js';
import { findOrStartService } from '../../connect/startService.js';
import { sentenceOf } from '../../diagnostics/diagnostic.js';
import { ownersKey } from '../../secrets/adminKey.js';
import { EXIT, Failed } from './exit.js';
import { shownLine } from './format.js';

/** A vault that answers, and how it is reached. */
interface ReachedVault {
  readonly vault: VaultClient;
  readonly url: string;
  /** Whether it is the service of the data directory in the settings. */
  readonly isOwn: boolean;
}

/** Long enough for a service that is being restarted. */
const RETRY = { attempts: 4, withinMs: 10_000 };

/**
 * The vault of the settings in the environment: the service that VAULT_URL names, else the one of the data directory, which
 * is started where none runs, unless `start` is false. Throws `Failed` (unreachable) where there is none.
 */
export async function reachVault(
  env: NodeJS.ProcessEnv,
  { start }: { readonly start: boolean },
): Promise<ReachedVault> {
  const settings = readClientSettings(env);
  if (settings.url !== undefined) await assertVault(settings.url);
  const service = await reachedService(settings, start, env);
  const { url } = service;
  const isOwn = isOwnService(settings, service);
  const credentials = credential(settings, { url, isOwn }, env);
  const vault = createClient({
    url,
    ...credentials,
    headers: { ...credentials.headers, ...ofRepository(env) },
    retry: RETRY,
    fetch: sendTo(service),
  });
  return { vault, url, isOwn };
}

/** The service of the settings, which is started where none runs. Throws `Failed` (unreachable) where there is none. */
export async function reachedService(
  settings: ClientSettings,
  start: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FoundService> {
  try {
    return await findOrStartService(settings, { start, env, timeoutMs: PERSON_PROBE_MS });
  } catch (error) {
    throw new Failed(EXIT.unreachable, sentenceOf(error), { cause: error });
  }
}

/**
 * What to say before a first vault begins here for somebody who is logged in at another one, and who may have meant that.
 * Undefined where the environment names a vault, where the data directory has one, and where nobody is logged in.
 */
export function firstVaultBesideLogin(env: NodeJS.ProcessEnv): string | undefined {
  const { url, dataDir } = readClientSettings(env);
  const [login] = keptLogins(env);
  if (url !== undefined || login === undefined || existsSync(join(dataDir, 'log.db')))
    return undefined;
  const at = shownLine(login.url);
  return `this makes a new vault in ${shownLine(dataDir)}. To use the vault at ${at}, where you are logged in: export VAULT_URL=${at}`;
}

/** True for the service that wrote `service.json`, where the environment does not name one by its URL. */
function isOwnService({ url }: ClientSettings, { own }: FoundService): boolean {
  return url === undefined && own !== undefined;
}

/**
 * What shows the vault who asks: the owner's key, only to the service of the data directory that the key lies in; else the
 * token of the environment; else the login that is kept for this URL.
 */
function credential(
  settings: ClientSettings,
  { url, isOwn }: { readonly url: string; readonly isOwn: boolean },
  env: NodeJS.ProcessEnv,
): { adminKey?: string; headers?: Record<string, string> } {
  const adminKey = isOwn ? readableKey(settings.dataDir, env) : undefined;
  if (adminKey !== undefined) return { adminKey };
  return bearing(tokenFor(url, settings, env));
}

/** In a checkout, the name of its project means that of its repository, as for an agent there. */
function ofRepository(env: NodeJS.ProcessEnv): Record<string, string> {
  const { repository } = chosenProject(workingFolder(env), env) ?? {};
  return repository === undefined ? {} : { 'X-Vault-Repository': encodeURIComponent(repository) };
}

/** How a client shows a token, if there is one. */
export const bearing = (token: string | undefined) =>
  token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };

/** The owner's key; undefined where this user may not read it. */
export function readableKey(dataDir: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return ownersKey(dataDir, withSecretFiles(env).VAULT_ADMIN_KEY);
  } catch {
    return undefined;
  }
}

/** As long as a request of a verb is tried again. */
const ANSWERS_MS = 10_000;

/**
 * Throws `Failed` (unreachable) where something else than a vault answers at a URL, before it gets a credential or a note, and
 * before its answer is taken for one of a vault. Where nothing answers, or an error does, the request itself says more.
 */
export async function assertVault(url: string): Promise<void> {
  const at = shownLine(url);
  const seen = await probeElsewhere(url, ANSWERS_MS);
  const isOther = seen.kind === 'other' && seen.status >= 200 && seen.status < 300;
  if (isOther) throw unreached(`${at} is not a Memory Vault: check VAULT_URL`);
  if (seen.kind === 'leads')
    throw unreached(`${at} redirects to ${shownLine(seen.to)}: set VAULT_URL to that address`);
  if (seen.kind === 'silent')
    throw unreached(`${at} does not answer within ${ANSWERS_MS / 1000} s: try again in a moment`);
}

const unreached = (message: string) => new Failed(EXIT.unreachable, message);

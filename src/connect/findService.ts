import { codeOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { ask, textOf } from './ask.js';
import type { ClientSettings } from './clientSettings.js';
import { isSameVault } from './keptLogin.js';
import { newChallenge, PROOF_HEADER } from './proof.js';
import { INSTANCE_HEADER, readServiceFile, type ServiceFile } from './serviceFile.js';
import { serviceUrl } from './serviceUrl.js';

/** A service that answers. */
export interface FoundService {
  readonly url: string;
  /** What its `service.json` says, whose secret it has proved to know; undefined for one that VAULT_URL names. */
  readonly own?: ServiceFile;
}

/** What was seen while a service was looked for. */
export interface Look {
  readonly found?: FoundService;
  /** What `service.json` says, which may be of a service that has ended, and what answers at its address. */
  readonly file?: ServiceFile;
  readonly atFile: Probed;
  /** The address in the settings, and what answers there. */
  readonly place: string;
  readonly atPlace: Probed;
}

/** Where a program waits: long enough for a service that is well, and short enough that nobody notices one that hangs. */
export const PROBE_MS = 150;

/** The same where a person waits: there is nothing else to try. */
export const PERSON_PROBE_MS = 2000;

/**
 * Finds the service of a client: the one that VAULT_URL names, which is not asked; else the one that `service.json` in the
 * data directory names, if what answers there proves to know its secret. Undefined when there is none: whatever else listens at
 * VAULT_PORT may be another user's, and gets nothing. Takes at most `timeoutMs`, also when a service hangs.
 */
export async function findService(
  settings: ClientSettings,
  { timeoutMs = PERSON_PROBE_MS }: { readonly timeoutMs?: number } = {},
): Promise<FoundService | undefined> {
  if (settings.url !== undefined) return named(settings.url, settings, timeoutMs);
  return (await lookForService(settings, timeoutMs)).found;
}

/** The service at VAULT_URL, which may be the one of the data directory: then it knows its callers. */
async function named(
  url: string,
  { dataDir }: ClientSettings,
  timeoutMs: number,
): Promise<FoundService> {
  const file = readServiceFile(dataDir);
  const isMeant = file !== undefined && isSameVault(url, file.url);
  const isOwn = isMeant && isProven(await probe(file.url, timeoutMs, file.secret));
  return isOwn ? { url: file.url, own: file } : { url };
}

/** The same without VAULT_URL, with all that was seen: for whoever has to say why there is no service. */
export async function lookForService(settings: ClientSettings, timeoutMs: number): Promise<Look> {
  const place = serviceUrl(settings);
  const file = readServiceFile(settings.dataDir);
  const nothing: Probed = { kind: 'nothing' };
  const own = file && probe(file.url, timeoutMs, file.secret);
  const probed =
    file?.url === place ? own : settings.port === 0 ? nothing : probe(place, timeoutMs);
  const [atPlace = nothing, atFile = nothing] = await Promise.all([probed, own]);
  const found = file && isProven(atFile) ? { url: file.url, own: file } : undefined;
  return { found, file, atFile, place, atPlace };
}

const isProven = (probed: Probed) => probed.kind === 'vault' && probed.isProven;

/**
 * What is at an address: what says that it is a Memory Vault, and whether it proved to be the one that was asked for; another
 * program (with its name, if it is one that users take for a vault); something that accepts a connection but does not answer in
 * time; or nothing.
 */
type Probed =
  | { readonly kind: 'vault'; readonly isProven: boolean }
  | { readonly kind: 'other'; readonly name?: 'engram' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'nothing' };

/** No answer to a probe is longer. */
const MOST_BYTES = 10_000;

/**
 * Asks what listens at a URL on this machine, and with the `secret` of a service for its proof. Takes at most `timeoutMs`, and
 * never rejects.
 */
export async function probe(url: string, timeoutMs: number, secret?: string): Promise<Probed> {
  const until = Date.now() + timeoutMs;
  const challenge = secret === undefined ? undefined : newChallenge(secret);
  const health = await askLocally(`${url}/healthz`, timeoutMs, challenge?.headers);
  if (typeof health === 'string') return { kind: health };
  // Also where it refuses to answer more: it is there.
  if (challenge?.isProof(health.proof)) return { kind: 'vault', isProven: true };
  if (health.isVault && membersOf(health.body).status === 'ok')
    return { kind: 'vault', isProven: false };
  const other = await askLocally(`${url}/health`, Math.max(1, until - Date.now()));
  const isEngram = typeof other === 'object' && membersOf(other.body).service === 'engram';
  return isEngram ? { kind: 'other', name: 'engram' } : { kind: 'other' };
}

interface Answer {
  /** Whether it has the header of a vault. */
  readonly isVault: boolean;
  readonly proof: unknown;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
}

/** Every service answers to the name localhost, also one that listens on another address. */
const AS_LOCALHOST = { host: 'localhost' };

const NO_HTTP: Answer = { isVault: false, proof: undefined, body: undefined };

async function askLocally(
  url: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = AS_LOCALHOST,
): Promise<Answer | 'silent' | 'nothing'> {
  // For all of it: the name, the connection, the head and the body.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await ask(url, { headers, agent: false, signal });
    const text = await textOf(answer, MOST_BYTES);
    return {
      isVault: answer.headers[INSTANCE_HEADER] !== undefined,
      proof: answer.headers[PROOF_HEADER],
      body: answer.statusCode === 200 ? tryParse(text) : undefined,
    };
  } catch (error) {
    if (signal.aborted) return 'silent';
    // A program that speaks no HTTP is there nevertheless.
    return codeOf(error).startsWith('HPE_') ? NO_HTTP : 'nothing';
  }
}

/** What listens where a service was looked for and is none, as the subject of a sentence; undefined for nothing. */
export function whoListens(probed: Probed): string | undefined {
  switch (probed.kind) {
    case 'nothing':
      return undefined;
    case 'vault':
      return 'the Memory Vault of another data directory';
    case 'silent':
      return 'a program that does not answer';
    case 'other':
      return probed.name === 'engram' ? 'engram, which is no Memory Vault,' : 'another program';
  }
}

import type { ClientSettings } from './clientSettings.js';
import { isSameVault } from './keptLogin.js';
import { type Probed, probe } from './probe.js';
import { readServiceFile, type ServiceFile } from './serviceFile.js';
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
  return { ...(found && { found }), ...(file && { file }), atFile, place, atPlace };
}

const isProven = (probed: Probed) => probed.kind === 'vault' && probed.isProven;

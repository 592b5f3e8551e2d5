import type { ClientSettings } from './clientSettings.js';
import { type Probed, probe } from './probe.js';
import { instanceOf, readServiceFile, type ServiceFile } from './serviceFile.js';
import { serviceUrl } from './serviceUrl.js';

/** A service that answers. */
export interface FoundService {
  readonly url: string;
  /** Undefined where only the service itself could say it. */
  readonly version?: string;
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

/** Long enough for a service that is well, and short enough that nobody notices one that hangs. */
export const PROBE_MS = 150;

/** The same where a person waits: there is nothing else to try. */
export const PERSON_PROBE_MS = 2000;

/**
 * Finds the service of a client: the one that VAULT_URL names, which is not asked; else the one that `service.json` in the
 * data directory names, if the service that answers there is the one that wrote it; else, where VAULT_PORT is set, the
 * Memory Vault on that port. Undefined when there is none. Takes at most `timeoutMs`, also when a service hangs.
 */
export async function findService(
  settings: ClientSettings,
  { timeoutMs = PROBE_MS }: { readonly timeoutMs?: number } = {},
): Promise<FoundService | undefined> {
  if (settings.url !== undefined) return { url: settings.url };
  return (await lookForService(settings, timeoutMs)).found;
}

/** The same without VAULT_URL, with all that was seen: for whoever has to say why there is no service. */
export async function lookForService(settings: ClientSettings, timeoutMs: number): Promise<Look> {
  const place = serviceUrl(settings);
  const file = readServiceFile(settings.dataDir);
  const nothing: Probed = { kind: 'nothing' };
  const probed = settings.port === 0 ? Promise.resolve(nothing) : probe(place, timeoutMs);
  const own =
    file === undefined ? nothing : file.url === place ? probed : probe(file.url, timeoutMs);
  const [atPlace, atFile] = await Promise.all([probed, own]);
  const found = foundIn(settings, { file, atFile, place, atPlace });
  return { ...(found && { found }), ...(file && { file }), atFile, place, atPlace };
}

function foundIn(
  { isPortGiven }: ClientSettings,
  { file, atFile, place, atPlace }: Omit<Look, 'found'>,
): FoundService | undefined {
  // After a kill, another service may listen at that address, also one with the same process id.
  if (file && atFile.kind === 'vault' && atFile.instance === instanceOf(file))
    return { url: file.url, version: file.version };
  // On the default port, it would be the vault of another data directory, where the notes do not belong.
  return isPortGiven && atPlace.kind === 'vault' ? { url: place } : undefined;
}

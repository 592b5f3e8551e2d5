import { createClient, type VaultClient, VaultError } from 'memory-vault-client';
import { z } from 'zod';
import { withCommit } from '../../config/version.js';
import type { ChosenProject } from '../../connect/chosenProject.js';
import type { ClientSettings } from '../../connect/clientSettings.js';
import { sendTo } from '../../connect/fetchService.js';
import { type FoundService, type Look, lookForService } from '../../connect/findService.js';
import { isRunning, lastWriter } from '../../connect/isRunning.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { HiveStatus } from '../../hive/hiveStatus.js';
import { Readiness } from '../../http/answers/readiness.js';
import { Projections } from '../../http/routes/projections.js';
import { WitnessStates } from '../../http/routes/witnesses.js';
import { boundProject } from '../../mcp/boundProject.js';
import { type CallerFinding, callerFinding, findingElsewhere } from '../setup/findings.js';
import { bearing, readableKey } from '../terminal/reachVault.js';

/** An answer of a service, or why there is none. */
export type Told<T> =
  | { readonly told: T; readonly why?: undefined }
  | { readonly told?: undefined; readonly why: string };

/** What was seen of the service that is meant. */
export type Reached =
  | {
      readonly kind: 'elsewhere';
      readonly url: string;
      readonly isWell: boolean;
      readonly words: string;
    }
  | {
      readonly kind: 'here';
      readonly look: Look;
      /** Whether the process of `service.json` runs. */
      readonly isProcessRunning: boolean;
      /** The process that took the directory last, if it still runs. */
      readonly writer?: number | undefined;
    };

/** What is known of the service, all of it asked within the time limit of a check. */
export interface ServiceFacts {
  readonly reached: Reached;
  readonly isPortGiven: boolean;
  readonly version: string | undefined;
  readonly readiness: Told<Readiness>;
  readonly projections: Told<z.infer<typeof Projections>>;
  readonly hive: Told<HiveStatus>;
  readonly witnesses: Told<z.infer<typeof WitnessStates>>;
  /** Who hooks and agents are to the service; undefined where none answers. */
  readonly caller?: CallerFinding | undefined;
  /** What the vault calls the project of this folder; undefined where it does not say that, or no repository names it. */
  readonly boundProject?: string | undefined;
}

/** How a service is asked for what it may tell its owner alone. */
interface Asking {
  readonly settings: ClientSettings;
  /** The owner's key; undefined where it cannot be read. */
  readonly ownersKey: string | undefined;
  /** What the programs of this user show to the vault at a URL. */
  readonly tokenAt: (url: string) => string | undefined;
  readonly timeoutMs: number;
}

/** How the service of an environment is asked. */
export function askingOf(
  env: NodeJS.ProcessEnv,
  settings: ClientSettings,
  timeoutMs: number,
): Asking {
  return {
    settings,
    // Without it, the service tells what it tells everybody.
    ownersKey: readableKey(settings.dataDir, env),
    tokenAt: (url) => tokenFor(url, settings, env),
    timeoutMs,
  };
}

/** Of the time for all, what the search for the service may take: the rest is for its answers. */
const SEARCH_SHARE = 0.75;

/**
 * Looks for the service, starts none, and asks it, also about the project that is `chosen` here. Takes at most `timeoutMs`, also when
 * it hangs. Never rejects.
 */
export async function serviceFacts(asking: Asking, chosen?: ChosenProject): Promise<ServiceFacts> {
  const { settings, timeoutMs } = asking;
  const until = Date.now() + timeoutMs;
  const reached = await reach(settings, timeoutMs * SEARCH_SHARE);
  const { isPortGiven = false } = settings;
  const client = clientFor(reached, asking);
  const found = foundAt(reached);
  if (client === undefined || found === undefined) {
    const none = { why: whyNotAsked(reached) };
    const untold = { readiness: none, projections: none, hive: none, witnesses: none };
    return { reached, isPortGiven, version: undefined, ...untold };
  }
  const vault = client(Math.max(1, until - Date.now()));
  const ask = <T>(schema: z.ZodType<T>, answer: Promise<unknown>) =>
    told(schema, answer, timeoutMs);
  const [readiness, projections, hive, witnesses, status, caller, bound] = await Promise.all([
    ask(Readiness, readinessOf(vault)),
    ask(Projections, dataOf(vault.GET('/admin/projections'))),
    ask(HiveStatus, dataOf(vault.GET('/api/v1/hive/status'))),
    ask(WitnessStates, dataOf(vault.GET('/api/v1/audit/witnesses'))),
    ask(Version, dataOf(vault.GET('/api/v1/status'))),
    callerFinding(found, asking.tokenAt(found.url), Math.max(1, until - Date.now())),
    boundFor(found, chosen, { ...asking, timeoutMs: Math.max(1, until - Date.now()) }),
  ]);
  const version = status.told
    ? withCommit(status.told.version, status.told.commit)
    : found.own?.version;
  const seen = { readiness, projections, hive, witnesses, caller };
  return { reached, isPortGiven, version, ...seen, boundProject: bound };
}

/** What a vault calls the project of a repository, for the agents of this user: each team may have a name of its own for it. */
async function boundFor(
  found: FoundService,
  chosen: ChosenProject | undefined,
  { tokenAt, timeoutMs }: Pick<Asking, 'tokenAt' | 'timeoutMs'>,
): Promise<string | undefined> {
  if (chosen?.repository === undefined) return undefined;
  const { url } = found;
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { url, fetch: sendTo(found), retry: { attempts: 1 }, ...bearing(tokenAt(url)) };
  try {
    return (await boundProject(createClient({ ...options, signal }), chosen)).project;
  } catch {
    return undefined;
  }
}

async function reach(settings: ClientSettings, timeoutMs: number): Promise<Reached> {
  const { url } = settings;
  if (url !== undefined) {
    const { state, words } = await findingElsewhere(url, timeoutMs);
    return { kind: 'elsewhere', url, isWell: state === 'ok', words };
  }
  const look = await lookForService(settings, timeoutMs);
  const writer = lastWriter(settings.dataDir);
  return {
    kind: 'here',
    look,
    isProcessRunning: look.file ? isRunning(look.file.pid) : false,
    writer: writer !== undefined && isRunning(writer) ? writer : undefined,
  };
}

/** The service that answers, if one does. */
export function foundAt(reached: Reached): FoundService | undefined {
  if (reached.kind === 'here') return reached.look.found;
  return reached.isWell ? { url: reached.url } : undefined;
}

/** Makes a client of a service that answers, with a credential that it may see; undefined where none answers. Its time begins when it is made. */
export function clientFor(
  reached: Reached,
  { ownersKey, tokenAt, timeoutMs }: Asking,
): ((msLeft?: number) => VaultClient) | undefined {
  const found = foundAt(reached);
  if (found === undefined) return undefined;
  const { url } = found;
  const isOwners = reached.kind === 'here' && ownersKey !== undefined;
  const credential = isOwners ? { adminKey: ownersKey } : bearing(tokenAt(url));
  const options = { url, fetch: sendTo(found), retry: { attempts: 1 }, ...credential };
  return (msLeft = timeoutMs) => createClient({ ...options, signal: AbortSignal.timeout(msLeft) });
}

function whyNotAsked(reached: Reached): string {
  const isSilent = reached.kind === 'here' && reached.look.atFile.kind === 'silent';
  return isSilent ? 'the service does not answer' : 'not known: no service runs';
}

const Version = z.object({ version: z.string(), commit: z.string().optional() });

const dataOf = async (answer: Promise<{ readonly data: unknown }>) => (await answer).data;

/** A service that is not ready says why with the same body. */
async function readinessOf(vault: VaultClient): Promise<unknown> {
  try {
    return (await vault.GET('/readyz')).data;
  } catch (error) {
    if (error instanceof VaultError && error.status === 503) return error.body;
    throw error;
  }
}

/** Another release, or another program, may answer in other shapes. */
async function told<T>(
  schema: z.ZodType<T>,
  answer: Promise<unknown>,
  timeoutMs: number,
): Promise<Told<T>> {
  try {
    const read = schema.safeParse(await answer);
    if (read.success) return { told: read.data };
    return { why: 'its answer is not one that this release knows' };
  } catch (error) {
    const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
    return { why: isLate ? `no answer within ${timeoutMs / 1000} s` : messageOf(error) };
  }
}

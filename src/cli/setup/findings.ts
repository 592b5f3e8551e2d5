import { existsSync } from 'node:fs';
import { createClient, VaultError } from 'memory-vault-client';
import type { ClientSettings } from '../../connect/clientSettings.js';
import { probeElsewhere, sendTo } from '../../connect/fetchService.js';
import {
  type FoundService,
  findService,
  lookForService,
  whoListens,
} from '../../connect/findService.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { whyStuck } from '../../connect/startService.js';
import { isAboutToken } from '../../domain/accessToken.js';
import { visibleLine } from '../../domain/untrustedText.js';
import type { AgentName, Machine } from '../../setup/agent.js';
import { ALL_AGENTS } from '../../setup/agents.js';
import type { ChangeState } from '../../setup/editFile.js';
import { programsNamed } from '../../setup/editFile.js';
import { ownList } from '../../setup/ownList.js';
import type { OwnedFile, PlannedFile } from '../../setup/plan.js';
import { bearing } from '../terminal/reachVault.js';
import { byState, droppedBy, fromHome, titleOf } from './printPlan.js';

/**
 * Checks agents and prints what it found; with `isBrief` without the entries that are as they should be. False when something
 * has to be mended.
 */
export async function checkAgents(
  agents: readonly AgentName[],
  { machine, files, planned, settings }: Checked,
  { isBrief }: { readonly isBrief: boolean },
): Promise<boolean> {
  let isWell = true;
  const print = (findings: readonly Finding[]) => {
    for (const { state, words } of findings) console.log(`  ${state.padEnd(5)} ${words}`);
    if (findings.some(({ state }) => state === 'bad')) isWell = false;
  };
  for (const name of agents) {
    const own = planned.filter(({ owner }) => owner === name);
    const wanted = files.filter(({ owner }) => owner === name);
    const found = findingsOf(wanted, own);
    const isBad = found.some(({ state }) => state === 'bad');
    const list = isBad ? undefined : await ownList(ALL_AGENTS[name], machine);
    const lines = [...(isBrief && !isBad ? [] : found), ...(list ? [list] : [])];
    if (lines.length > 0) console.log(titleOf(name));
    print(lines);
    if (isBad && own.every((one) => droppedBy(one) === undefined))
      console.log(`  run: memory-vault setup ${name}`);
  }
  console.log('Service');
  print(await serviceFindings(settings));
  return isWell;
}

/** What is checked, and what a setup would do to it now. */
interface Checked {
  readonly machine: Machine;
  readonly files: readonly OwnedFile[];
  readonly planned: readonly PlannedFile[];
  readonly settings: ClientSettings;
}

/** Long enough for a service elsewhere. */
const SERVICE_MS = 2_000;

/** Whether a vault answers, and who an agent of this user is to it. */
async function serviceFindings(settings: ClientSettings): Promise<readonly Finding[]> {
  const { url } = settings;
  const caller = async (found: FoundService): Promise<Finding> => {
    const token = tokenFor(found.url, settings, process.env);
    const { state, words, type } = await callerFinding(found, token, SERVICE_MS);
    return { state, words: type === undefined ? words : `${words}: ${type}` };
  };
  if (url !== undefined) {
    const elsewhere = await findingElsewhere(url, SERVICE_MS);
    if (elsewhere.state !== 'ok') return [elsewhere];
    // It may be the service of the data directory, which then knows its callers.
    const named = await findService(settings, { timeoutMs: SERVICE_MS });
    return named ? [elsewhere, await caller(named)] : [elsewhere];
  }
  const look = await lookForService(settings, SERVICE_MS);
  const { found, place, atPlace } = look;
  if (found) return [{ state: 'ok', words: `${found.url} answers` }, await caller(found)];
  const stuck = whyStuck(look);
  if (stuck !== undefined) return [{ state: 'bad', words: stuck }];
  const who = atPlace.kind === 'vault' ? undefined : whoListens(atPlace);
  if (who === undefined)
    return [
      { state: 'note', words: 'no service runs now: the first agent that needs one starts it' },
    ];
  const next =
    atPlace.kind === 'other' && atPlace.name === 'engram'
      ? 'Set another VAULT_PORT; memory-vault import can import its notes later'
      : 'End it, or set another VAULT_PORT';
  return [{ state: 'bad', words: `${who} listens at ${place}. ${next}, and run setup again` }];
}

/** One line of a check. `bad` is what has to be mended, `note` what only has to be known. */
export interface Finding {
  readonly state: 'ok' | 'bad' | 'note';
  readonly words: string;
}

const AS_FOUND: Readonly<Record<ChangeState, string>> = {
  same: 'as written',
  added: 'missing',
  updated: 'outdated',
  removed: 'outdated',
  kept: 'changed, or not written by setup',
};

/** What is to be said of the entries of one agent. `planned` is what a setup would do to its files now. */
export function findingsOf(
  files: readonly OwnedFile[],
  planned: readonly PlannedFile[],
): readonly Finding[] {
  return [...planned.flatMap(entriesIn), ...programsGone(files, planned)];
}

function entriesIn(planned: PlannedFile): readonly Finding[] {
  const { file, changes } = planned;
  const dropped = droppedBy(planned);
  if (dropped !== undefined) return [{ state: 'bad', words: `${fromHome(file.path)}: ${dropped}` }];
  return byState(changes, AS_FOUND).map(([found, what]) => ({
    state: found === AS_FOUND.same ? 'ok' : 'bad',
    words: `${fromHome(file.path)}: ${what}: ${found}`,
  }));
}

/** Programs that an entry starts and that are not there any more, as after an update of Node. */
function programsGone(
  files: readonly OwnedFile[],
  planned: readonly PlannedFile[],
): readonly Finding[] {
  const programs = files.flatMap(({ wanted }) => {
    const text = planned.find(({ file }) => file.path === wanted.path)?.file.text;
    return text === undefined ? [] : programsNamed(wanted, text);
  });
  const gone = [...new Set(programs)].filter((program) => !existsSync(program));
  return gone.map((program) => ({ state: 'bad', words: `${program} is gone` }));
}

/** Who somebody is, and the command that mends what is wrong with it. */
export interface CallerFinding extends Finding {
  readonly type?: string;
}

/**
 * Who the hooks and the MCP server of this user are to a vault, found out by one call as they make it. `token` is what they
 * show. Never rejects.
 */
export async function callerFinding(
  found: FoundService,
  token: string | undefined,
  timeoutMs: number,
): Promise<CallerFinding> {
  const { url } = found;
  const vault = createClient({
    url,
    ...bearing(token),
    retry: { attempts: 1 },
    signal: AbortSignal.timeout(timeoutMs),
    fetch: sendTo(found),
  });
  try {
    if (token === undefined) {
      await vault.GET('/api/v1/status');
      return { state: 'ok', words: 'agents need no login at the vault' };
    }
    const { email, role, team } = (await vault.GET('/auth/me')).data;
    return { state: 'ok', words: `agents act as ${email} (${role} of ${team})` };
  } catch (error) {
    return refused(error, url, token);
  }
}

function refused(error: unknown, url: string, token: string | undefined): CallerFinding {
  if (error instanceof VaultError && isAboutToken(error.detail)) {
    // One that lives is known, and told that it is nobody's login.
    if (error.status === 403) return { state: 'ok', words: 'agents send a token' };
    return {
      state: 'bad',
      words: `agents send a token that does not work: ${visibleLine(error.detail)}`,
    };
  }
  if (!(error instanceof VaultError && error.status === 401))
    return { state: 'note', words: 'the vault did not say who your agents are' };
  // Only a member has a name; the owner's key is right, too.
  if (token !== undefined && error.code === 'missing_credential')
    return { state: 'ok', words: 'agents act as the owner' };
  const why = token === undefined ? 'have no login at the vault' : 'have a login that has ended';
  return { state: 'bad', words: `agents ${why}`, type: `memory-vault login ${url}` };
}

/** Whether a vault answers at VAULT_URL. Never rejects. */
export async function findingElsewhere(url: string, timeoutMs: number): Promise<Finding> {
  const seen = await probeElsewhere(url, timeoutMs);
  if (seen.kind === 'vault') return { state: 'ok', words: `${url} answers` };
  if (seen.kind === 'leads')
    return { state: 'bad', words: `${url} redirects to ${seen.to}: set VAULT_URL to that address` };
  return { state: 'bad', words: `${url} does not answer like a Memory Vault: check VAULT_URL` };
}

import { existsSync } from 'node:fs';
import type { ClientSettings } from '../../connect/clientSettings.js';
import { lookForService } from '../../connect/findService.js';
import { INSTANCE_HEADER } from '../../connect/serviceFile.js';
import type { AgentName } from '../../setup/agent.js';
import { ALL_AGENTS } from '../../setup/allAgents.js';
import type { ChangeState } from '../../setup/change.js';
import type { Machine } from '../../setup/machine.js';
import { ownList } from '../../setup/ownList.js';
import type { OwnedFile, PlannedFile } from '../../setup/plan.js';
import { programsNamed } from '../../setup/programsNamed.js';
import { droppedBy, shown, titleOf } from './printPlan.js';

/** One line of a check. `bad` is what has to be mended, `note` what only has to be known. */
interface Finding {
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

/**
 * Checks agents and prints what it found; with `isBrief` without the entries that are as they should be. False when something
 * has to be mended.
 */
export async function checkAgents(
  agents: readonly AgentName[],
  {
    machine,
    files,
    planned,
    settings,
  }: {
    readonly machine: Machine;
    readonly files: readonly OwnedFile[];
    /** What a setup would do now. */
    readonly planned: readonly PlannedFile[];
    readonly settings: ClientSettings;
  },
  { isBrief }: { readonly isBrief: boolean },
): Promise<boolean> {
  let isWell = true;
  const print = (findings: readonly Finding[]) => {
    for (const { state, words } of findings) console.log(`  ${state.padEnd(5)} ${words}`);
    if (findings.some(({ state }) => state === 'bad')) isWell = false;
  };
  for (const name of agents) {
    const own = planned.filter(({ owner }) => owner === name);
    const entries = own.flatMap(entriesIn);
    const gone = programsGone(
      files.filter(({ owner }) => owner === name),
      own,
    );
    const found = [...entries, ...gone];
    const isBad = found.some(({ state }) => state === 'bad');
    const list = isBad ? undefined : await ownList(ALL_AGENTS[name], machine);
    const lines = [...(isBrief && !isBad ? [] : found), ...(list ? [list] : [])];
    if (lines.length > 0) console.log(titleOf(name));
    print(lines);
    if (isBad && own.every((one) => droppedBy(one) === undefined))
      console.log(`  run: memory-vault setup ${name}`);
  }
  console.log('Service');
  print([await serviceFinding(settings)]);
  return isWell;
}

function entriesIn(planned: PlannedFile): readonly Finding[] {
  const { file, changes } = planned;
  const dropped = droppedBy(planned);
  if (dropped !== undefined) return [{ state: 'bad', words: `${shown(file.path)}: ${dropped}` }];
  return (Object.keys(AS_FOUND) as ChangeState[]).flatMap((state) => {
    const what = changes.filter((one) => one.state === state).map((one) => one.what);
    if (what.length === 0) return [];
    const words = `${shown(file.path)}: ${what.join(', ')}: ${AS_FOUND[state]}`;
    return [{ state: state === 'same' ? 'ok' : 'bad', words }];
  });
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

/** Long enough for a service elsewhere. */
const SERVICE_MS = 2_000;

async function serviceFinding(settings: ClientSettings): Promise<Finding> {
  if (settings.url !== undefined) return findingElsewhere(settings.url);
  const { found, place, atPlace } = await lookForService(settings, SERVICE_MS);
  if (found) return { state: 'ok', words: `${found.url} answers` };
  if (atPlace.kind === 'other') {
    const who = atPlace.name ?? 'another program';
    const next =
      atPlace.name === 'engram'
        ? 'Its notes can be imported later; until then, set another VAULT_PORT'
        : 'End it, or set another VAULT_PORT';
    return { state: 'bad', words: `${who} listens at ${place}. ${next}, and run setup again` };
  }
  return { state: 'note', words: 'none runs now: the first agent that needs one starts it' };
}

/** Asks as any client from elsewhere does: with the name in the URL, which a proxy may need, and over TLS. */
async function findingElsewhere(url: string): Promise<Finding> {
  const words = `${url} does not answer as a Memory Vault: look at VAULT_URL`;
  try {
    const response = await fetch(`${url}/healthz`, {
      signal: AbortSignal.timeout(SERVICE_MS),
      // Neither hooks nor the MCP server follow it.
      redirect: 'manual',
    });
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      const target = new URL(location, url).href.replace(/\/healthz$/, '');
      return { state: 'bad', words: `${url} leads to ${target}: set VAULT_URL to that` };
    }
    const isVault = response.ok && response.headers.has(INSTANCE_HEADER);
    return isVault ? { state: 'ok', words: `${url} answers` } : { state: 'bad', words };
  } catch {
    return { state: 'bad', words };
  }
}

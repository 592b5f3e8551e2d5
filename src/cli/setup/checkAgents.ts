import type { ClientSettings } from '../../connect/clientSettings.js';
import { findService, lookForService } from '../../connect/findService.js';
import { tokenFor } from '../../connect/keptLogin.js';
import type { AgentName } from '../../setup/agent.js';
import { ALL_AGENTS } from '../../setup/allAgents.js';
import type { Machine } from '../../setup/machine.js';
import { ownList } from '../../setup/ownList.js';
import type { OwnedFile, PlannedFile } from '../../setup/plan.js';
import { callerFinding } from './callerFinding.js';
import { findingElsewhere } from './findingElsewhere.js';
import { type Finding, findingsOf } from './findings.js';
import { droppedBy, titleOf } from './printPlan.js';

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
    const found = findingsOf(
      files.filter(({ owner }) => owner === name),
      own,
    );
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

/** Long enough for a service elsewhere. */
const SERVICE_MS = 2_000;

/** Whether a vault answers, and who an agent of this user is to it. */
async function serviceFindings(settings: ClientSettings): Promise<readonly Finding[]> {
  const finding = await serviceFinding(settings);
  const found =
    finding.state === 'ok' ? await findService(settings, { timeoutMs: SERVICE_MS }) : undefined;
  if (found === undefined) return [finding];
  const token = tokenFor(found.url, settings, process.env);
  const { state, words, type } = await callerFinding(found, token, SERVICE_MS);
  return [finding, { state, words: type === undefined ? words : `${words}: ${type}` }];
}

async function serviceFinding(settings: ClientSettings): Promise<Finding> {
  if (settings.url !== undefined) return findingElsewhere(settings.url, SERVICE_MS);
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

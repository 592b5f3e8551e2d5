import { fileURLToPath } from 'node:url';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { TRANSCRIPT_AGENTS } from '../backfill/transcript.js';
import { readClientSettings } from '../connect/clientSettings.js';
import { AGENT_NAMES, type AgentName } from '../setup/agent.js';
import { chosenFiles, instructionsFile, thisMachine } from '../setup/agentFiles.js';
import { ALL_AGENTS } from '../setup/agents.js';
import { applyPlan } from '../setup/applyPlan.js';
import { type Launch, launchHere, warningsAbout } from '../setup/launch.js';
import { type Manifest, NOTHING_NOTED, readManifest } from '../setup/manifest.js';
import { type OwnedFile, type PlannedFile, planRemoval, planSetup } from '../setup/plan.js';
import { checkAgents } from './setup/findings.js';
import {
  droppedBy,
  printDiff,
  printKept,
  printPlan,
  printStaying,
  titleOf,
} from './setup/printPlan.js';
import {
  type SetupOptions,
  type SetupRequest,
  setupFlags,
  setupRequest,
} from './setup/setupRequest.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));

/** `usersUmask` is that of the user's shell: files in a project get their usual permissions. */
export function setupCommand(program: Command, usersUmask: number): void {
  setupFlags(program).action((names, options, command) =>
    setup(names, options, command, usersUmask),
  );
}

async function setup(
  names: readonly string[],
  options: SetupOptions,
  command: CommandUnknownOpts,
  usersUmask: number,
): Promise<void> {
  const { env } = process;
  const { remove = false, check = false, dryRun = false } = options;
  const settings = readClientSettings(env);
  const launch = launchHere(env, { node: process.execPath, cli: CLI, passive: false });
  const plan = () => planned(names, options, command, launch, readManifest(settings.dataDir));

  if (check || dryRun) {
    const { asked, wanted, machine, files } = plan();
    printSkipped(asked.skipped);
    if (dryRun) {
      refuseDropped(files);
      printDiff(files);
      if (!isChange(files)) console.log('nothing would change');
      printKept(files, remove);
      printStaying(asked.staying);
      return;
    }
    if (asked.agents.length === 0) console.log('no agent is set up: memory-vault setup --all');
    const found = { machine, files: wanted, planned: files, settings };
    const isWell = await checkAgents(asked.agents, found, { isBrief: false });
    if (!isWell || asked.agents.length === 0) process.exitCode = 1;
    return;
  }

  const { asked, files, wanted, machine, noted = NOTHING_NOTED } = plan();
  refuseDropped(files);
  const others = Object.entries(noted.agents).filter(
    ([name]) => !asked.agents.some((one) => one === name),
  );
  const agents = { ...Object.fromEntries(others), ...(remove ? {} : asked.choices) };
  const after = applyPlan(settings.dataDir, files, noted, { agents, usersUmask });
  printSkipped(asked.skipped);
  if (isChange(files)) printPlan(files);
  else console.log('nothing to change');
  const hasKept = printKept(files, remove);
  printStaying(asked.staying);
  if (remove) return;

  for (const warning of warningsAbout(launch, env)) console.log(`\nwarning: ${warning}`);
  if (hasKept) process.exitCode = 1;
  if (asked.agents.length === 0) return;
  console.log('');
  const found = { machine, files: wanted, planned: planSetup(wanted, [], after.files), settings };
  if (!(await checkAgents(asked.agents, found, { isBrief: true }))) process.exitCode = 1;
  printNext(asked);
}

/** What somebody asks for, and what is to be done about it, by the notes of earlier setups. */
function planned(
  names: readonly string[],
  options: SetupOptions,
  command: CommandUnknownOpts,
  launch: Launch,
  noted: Manifest | undefined,
) {
  const { remove = false, check = false } = options;
  const machine = thisMachine(process.env, noted);
  const asked = setupRequest(names, options, { machine, noted, command });
  const chosen = asked.agents.map((name) => {
    const choice = asked.choices[name] ?? { hooks: true, passive: false };
    // A removal looks for everything, also for what only an option adds.
    const all = { ...choice, passive: true, allow: true };
    return chosenFiles(name, machine, launch, remove ? all : choice);
  });
  const wanted = [...chosen.flatMap((one) => one.wanted), ...asked.instructions.map(ownText)];
  const unwanted = chosen.flatMap((one) => one.unwanted);
  // VS Code and Copilot CLI share a file: what one gives back, the other may still have.
  const others = AGENT_NAMES.flatMap((name) => {
    const choice = asked.agents.includes(name) ? undefined : noted?.agents[name];
    const kept = choice ? chosenFiles(name, machine, launch, choice).wanted : [];
    return kept.map((one) => one.wanted.path);
  });
  const isFree = (path: string) => !others.includes(path);
  const free = (files: readonly OwnedFile[]) => files.filter((one) => isFree(one.wanted.path));
  const records = noted?.files;
  const files = remove
    ? planRemoval(
        asked.agents,
        free([...wanted, ...unwanted]),
        records?.filter(({ path }) => isFree(path)),
      )
    : planSetup(wanted, check ? [] : free(unwanted), records);
  return { asked, machine, wanted, files, noted };
}

const isChange = (files: readonly PlannedFile[]) =>
  files.some(({ file, after }) => after !== file.text);

function refuseDropped(files: readonly PlannedFile[]): void {
  const dropped = files.flatMap((one) => droppedBy(one) ?? []);
  if (dropped.length > 0) throw new Error([...dropped, 'Nothing was changed'].join('\n'));
}

function printSkipped(skipped: readonly AgentName[]): void {
  if (skipped.length > 0) console.log(`not found here: ${skipped.join(', ')}\n`);
}

const ownText = (path: string): OwnedFile => ({
  owner: 'instructions',
  wanted: instructionsFile(path),
});

/** The agents whose earlier sessions can be read. */
const KEEPING: readonly AgentName[] = TRANSCRIPT_AGENTS;

function printNext({ agents, choices }: SetupRequest): void {
  console.log('\nNext');
  for (const name of agents) {
    const { hooks = true, allow = false } = choices[name] ?? {};
    for (const sentence of ALL_AGENTS[name].advice({ hooks, allow })) console.log(`  ${sentence}`);
    if (allow && !ALL_AGENTS[name].allow)
      console.log(`  ${titleOf(name)} keeps no list of allowed tools that setup could write.`);
  }
  const titles = agents.map((name) => titleOf(name)).join(', ');
  console.log(`  Restart ${titles}, and ask: "What do you remember of this project?"`);
  if (agents.some((name) => KEEPING.includes(name)))
    console.log(
      '  memory-vault backfill proposes notes from your earlier sessions, and shows them first.',
    );
}

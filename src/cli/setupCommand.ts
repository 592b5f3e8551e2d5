import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { readClientSettings } from '../connect/clientSettings.js';
import { AGENT_NAMES, type AgentName } from '../setup/agent.js';
import { ALL_AGENTS } from '../setup/allAgents.js';
import { applyPlan } from '../setup/applyPlan.js';
import { instructionsFile } from '../setup/instructions.js';
import { launchHere, warningsAbout } from '../setup/launchHere.js';
import { NOTHING_NOTED, readManifest } from '../setup/manifest.js';
import { type OwnedFile, planRemoval, planSetup } from '../setup/plan.js';
import { chosenFiles, thisMachine } from '../setup/setupFiles.js';
import { checkAgents } from './setup/checkAgents.js';
import {
  droppedBy,
  printDiff,
  printKept,
  printPlan,
  printStaying,
  titleOf,
} from './setup/printPlan.js';
import { type SetupOptions, setupRequest } from './setup/setupRequest.js';
import { examplesText } from './terminal/examplesText.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));

/** `usersUmask` is that of the user's shell: files in a project get their usual permissions. */
export function setupCommand(program: Command, usersUmask: number): void {
  program
    .command('setup')
    .description(
      'let coding agents use this vault: writes the MCP server and hooks into their settings',
    )
    .argument('[agents...]', AGENT_NAMES.join(', '))
    .option('--all', 'every agent that is found on this machine')
    .option('--dry-run', 'print a diff of every file that would change, and change nothing')
    .option('--remove', 'take back what setup wrote, where nobody changed it since')
    .option('--check', 'show whether everything is in place; exit code 1: something is not')
    .option('--passive', 'let a hook at the end of each turn save what the agent says it learned')
    .option('--no-hooks', 'write the MCP server alone')
    .option(
      '--instructions [file]',
      'add a block for the agent to FILE, by default to the usual file in the current folder',
    )
    .addHelpText(
      'after',
      examplesText(['setup claude-code', 'setup --all --dry-run', 'setup --check']),
    )
    .action((names: readonly string[], options: SetupOptions, command: Command) =>
      setup(names, options, command, usersUmask),
    );
}

async function setup(
  names: readonly string[],
  options: SetupOptions,
  command: Command,
  usersUmask: number,
): Promise<void> {
  const { env } = process;
  const { remove = false } = options;
  const settings = readClientSettings(env);
  const noted = readManifest(settings.dataDir);
  const machine = thisMachine(env, noted);
  const asked = setupRequest(names, options, { machine, noted, command });
  if (asked.skipped.length > 0) console.log(`not found here: ${asked.skipped.join(', ')}\n`);

  const launch = launchHere(env, { node: process.execPath, cli: CLI, passive: false });
  const files = asked.agents.map((name) => {
    const { hooks, passive } = asked.choices[name] ?? { hooks: true, passive: false };
    // A removal looks for every hook, also for the one that only passive capture has.
    return chosenFiles(name, machine, launch, { hooks, passive: passive || remove });
  });
  const wanted = [...files.flatMap((one) => one.wanted), ...asked.instructions.map(ownText)];
  const unwanted = files.flatMap((one) => one.unwanted);

  if (options.check) {
    if (asked.agents.length === 0) console.log('no agent is set up: memory-vault setup --all');
    const planned = planSetup(wanted, [], noted?.files);
    const found = { machine, files: wanted, planned, settings };
    const isWell = await checkAgents(asked.agents, found, { isBrief: false });
    if (!isWell || asked.agents.length === 0) process.exitCode = 1;
    return;
  }
  const planned = remove
    ? planRemoval(asked.agents, [...wanted, ...unwanted], noted?.files)
    : planSetup(wanted, unwanted, noted?.files);
  const dropped = planned.flatMap((one) => droppedBy(one) ?? []);
  if (dropped.length > 0) throw new Error([...dropped, 'Nothing was changed'].join('\n'));
  const isChange = planned.some(({ file, after }) => after !== file.text);
  if (options.dryRun) {
    printDiff(planned);
    if (!isChange) console.log('nothing would change');
    printKept(planned, remove);
    printStaying(asked.staying);
    return;
  }
  const agents = remove
    ? Object.fromEntries(Object.entries(noted?.agents ?? {}).filter(([name]) => !isAmong(name)))
    : { ...noted?.agents, ...asked.choices };
  applyPlan(settings.dataDir, planned, noted ?? NOTHING_NOTED, { agents, usersUmask });
  if (isChange) printPlan(planned);
  else console.log('nothing had to be changed');
  const hasKept = printKept(planned, remove);
  printStaying(asked.staying);
  if (remove) return;

  for (const warning of warningsAbout(launch, env)) console.log(`\nwarning: ${warning}`);
  if (hasKept) process.exitCode = 1;
  if (asked.agents.length === 0) return;
  console.log('');
  const after = planSetup(wanted, [], readManifest(settings.dataDir)?.files);
  const found = { machine, files: wanted, planned: after, settings };
  if (!(await checkAgents(asked.agents, found, { isBrief: true }))) process.exitCode = 1;
  printNext(asked.agents, options.hooks);

  function isAmong(name: string): boolean {
    return asked.agents.some((one) => one === name);
  }
}

const ownText = (path: string): OwnedFile => ({
  ...{ owner: 'instructions', wanted: instructionsFile(path) },
});

function printNext(agents: readonly AgentName[], hooks: boolean): void {
  console.log('\nNext');
  for (const name of agents)
    for (const sentence of ALL_AGENTS[name].advice({ hooks })) console.log(`  ${sentence}`);
  const titles = agents.map((name) => titleOf(name)).join(', ');
  console.log(`  Start ${titles} again, and ask: "What do you remember of this project?"`);
}

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { nearestName } from '../../domain/editDistance.js';
import { AGENT_NAMES, type AgentName, type Machine } from '../../setup/agent.js';
import { isInstalled } from '../../setup/agentFiles.js';
import { ALL_AGENTS } from '../../setup/agents.js';
import type { Manifest } from '../../setup/manifest.js';
import { command as addCommand } from '../terminal/program.js';

export function setupFlags(program: Command) {
  return addCommand(program, 'setup', {
    description:
      'connect coding agents to this vault: write the MCP server and hooks into their settings',
    examples: ['setup claude-code', 'setup --all --dry-run', 'setup --check'],
  })
    .argument('[agents...]', AGENT_NAMES.join(', '))
    .option('--all', 'every agent that is found on this machine')
    .option('--dry-run', 'print a diff of every file that would change, and change nothing')
    .option('--remove', 'undo the setup; entries that somebody changed stay')
    .option('--check', 'check whether everything is in place; exit code 1: something is not')
    .option(
      '--passive',
      'add a hook that proposes, after each turn, what the agent lists as learned',
    )
    .option('--allow', 'allow the read-only tools, which Claude Code then calls without asking')
    .option('--no-hooks', 'install only the MCP server, and remove hooks of earlier runs')
    .option(
      '--instructions [file]',
      'add a block for the agent to FILE, by default to the usual file in the current folder',
    );
}

export type SetupOptions = ReturnType<ReturnType<typeof setupFlags>['opts']>;

/** What somebody asks of `memory-vault setup`. */
export interface SetupRequest {
  readonly agents: readonly AgentName[];
  /** Agents that `--all` leaves out. */
  readonly skipped: readonly AgentName[];
  /** How each of them is to be set up; for a check, how it was. */
  readonly choices: Manifest['agents'];
  /** Absolute paths of the files that instructions are for. */
  readonly instructions: readonly string[];
  /** Files with instructions that a removal of all agents leaves where they are. */
  readonly staying: readonly string[];
}

/** Reads the arguments. Ends the process with a sentence and exit code 2 for what makes no sense. */
export function setupRequest(
  names: readonly string[],
  options: SetupOptions,
  {
    machine,
    noted,
    command,
  }: { machine: Machine; noted: Manifest | undefined; command: CommandUnknownOpts },
): SetupRequest {
  const { all = false, remove = false, check = false, dryRun = false } = options;
  const { passive = false, allow = false, instructions } = options;
  if (check && (remove || dryRun || instructions !== undefined))
    command.error('error: --check changes nothing and takes no other option but --all');
  if (remove && (passive || allow))
    command.error(`error: --${passive ? 'passive' : 'allow'} does not go with --remove`);
  const misread = AGENT_NAMES.find((name) => name === instructions);
  if (misread)
    command.error(
      `error: --instructions took ${misread} as its file: type memory-vault setup ${[...names, misread].join(' ')} --instructions`,
    );
  const named = [...new Set(names.map((name) => agentNamed(name, command)))];
  const hasFile = typeof instructions === 'string';
  if (named.length === 0 && !hasFile && !all && !remove && !check)
    command.error(`error: name one or more agents of ${AGENT_NAMES.join(', ')}; or --all`);
  // Without a name, a removal or a check is about all that were set up.
  const isNamed = named.length > 0 || (hasFile && !all);
  const isMeant = (name: AgentName) =>
    // Where the notes are lost, only a look into the files of all says what is to go.
    (remove && noted === undefined) ||
    noted?.files.some(({ owner }) => owner === name) ||
    (all && isInstalled(name, machine));
  const agents = isNamed ? named : AGENT_NAMES.filter(isMeant);
  const asked = { hooks: options.hooks, passive };
  const choice = (name: AgentName) => {
    const before = noted?.agents[name];
    // What was allowed stays so until it is taken back.
    return (check && before) || { ...asked, ...((allow || before?.allow) && { allow: true }) };
  };
  return {
    // To remove instructions is to remove them alone.
    agents: remove && instructions !== undefined ? [] : agents,
    skipped: all && !isNamed ? AGENT_NAMES.filter((name) => !agents.includes(name)) : [],
    choices: Object.fromEntries(agents.map((name) => [name, choice(name)])),
    instructions: hasFile
      ? [fileOf(instructions)]
      : instructions
        ? [...new Set(agents.map((name) => fileOf(ALL_AGENTS[name].instructions)))]
        : [],
    staying:
      remove && !isNamed && instructions === undefined
        ? (noted?.files ?? [])
            .filter(({ owner }) => owner === 'instructions')
            .map(({ path }) => path)
        : [],
  };
}

/** The absolute path of a file, behind links: CLAUDE.md may be another name of AGENTS.md. */
function fileOf(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    // It is not there, or what is wrong with it is said when it is read.
    return absolute;
  }
}

function agentNamed(name: string, command: CommandUnknownOpts): AgentName {
  const known = AGENT_NAMES.find((one) => one === name);
  if (known) return known;
  const nearest = nearestName(name, AGENT_NAMES);
  const guess = nearest ? `. Did you mean ${nearest}?` : '';
  return command.error(
    `error: there is no agent ${name}: name one of ${AGENT_NAMES.join(', ')}${guess}`,
  );
}

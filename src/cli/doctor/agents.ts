import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ChosenProject, ProjectSource } from '../../connect/chosenProject.js';
import { type ClientSettings, namedVault } from '../../connect/clientSettings.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { ago } from '../../domain/time.js';
import { sendWaiting } from '../../hook/delivery.js';
import { keptAt, OUTBOX_FILES, Outbox } from '../../hook/outbox.js';
import { vaultAt } from '../../hook/vaultCall.js';
import { AGENT_NAMES, type AgentName, type Machine } from '../../setup/agent.js';
import { chosenFiles, isInstalled, thisMachine } from '../../setup/agentFiles.js';
import { ALL_AGENTS } from '../../setup/agents.js';
import { launchHere } from '../../setup/launch.js';
import { type Manifest, readManifest } from '../../setup/manifest.js';
import { planSetup } from '../../setup/plan.js';
import { findingsOf, type Finding as SetupFinding } from '../setup/findings.js';
import { droppedBy } from '../setup/printPlan.js';
import { counted } from '../terminal/format.js';
import { type Finding, type Fix, type Fixing, ok, warn, wrong } from './check.js';
import { foundAt } from './serviceFacts.js';

/** How an agent was set up, and what is in its files now. */
export interface AgentEntry {
  readonly agent: AgentName;
  readonly title: string;
  readonly choice: { readonly hooks: boolean; readonly passive: boolean };
  readonly found: readonly SetupFinding[];
  /** Whether a setup would take settings from the entry that are not set here: then it refuses. */
  readonly wouldDrop: boolean;
  /** Why the files could not be read; undefined when they could. */
  readonly problem: string | undefined;
}

/** What agents have of this vault, and what their hooks could not send. */
export interface AgentFacts {
  readonly entries: readonly AgentEntry[];
  /** Agents that are on this machine, and that were never set up. */
  readonly others: readonly AgentName[];
  /** Why the notes of `memory-vault setup` could not be read. */
  readonly problem: string | undefined;
  readonly outbox: ReturnType<typeof outboxOf>;
  /** The project of an agent that is started here; undefined where it has none. */
  readonly project: ChosenProject | undefined;
}

/**
 * Looks at the files of agents and at the outbox, and changes nothing. `cli` is the program that agents are to start, `project`
 * that of an agent that is started here.
 */
export function agentFacts(
  env: NodeJS.ProcessEnv,
  { dataDir }: Pick<ClientSettings, 'dataDir'>,
  { cli, project }: { readonly cli: string; readonly project: ChosenProject | undefined },
): AgentFacts {
  const outbox = outboxOf(dataDir);
  let noted: Manifest | undefined;
  let problem: string | undefined;
  try {
    noted = readManifest(dataDir);
  } catch (error) {
    problem = messageOf(error);
  }
  const machine = thisMachine(env, noted);
  const isNoted = (name: AgentName) =>
    noted?.agents[name] !== undefined || noted?.files.some(({ owner }) => owner === name) === true;
  const others = AGENT_NAMES.filter((name) => !isNoted(name) && isInstalled(name, machine));
  const entries = noted
    ? AGENT_NAMES.filter(isNoted).map((name) => entryOf(name, { env, cli, machine, noted }))
    : [];
  return { entries, others, problem, outbox, project };
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly cli: string;
  readonly machine: Machine;
  readonly noted: Manifest;
}

function entryOf(agent: AgentName, { env, cli, machine, noted }: Place): AgentEntry {
  const choice = noted.agents[agent] ?? { hooks: true, passive: false };
  const about = { agent, title: ALL_AGENTS[agent].title, choice };
  try {
    const launch = launchHere(env, { node: process.execPath, cli, passive: false });
    const { wanted } = chosenFiles(agent, machine, launch, choice);
    const planned = planSetup(wanted, [], noted.files);
    const wouldDrop = planned.some((one) => droppedBy(one) !== undefined);
    return { ...about, found: findingsOf(wanted, planned), wouldDrop, problem: undefined };
  } catch (error) {
    return { ...about, found: [], wouldDrop: false, problem: messageOf(error) };
  }
}

function outboxOf(dataDir: string) {
  const outbox = new Outbox(dataDir);
  const waiting = outbox.unsent();
  const refused = outbox.refused();
  const last = refused.at(-1);
  return {
    folder: outbox.folder,
    waiting: waiting.length,
    /** When the oldest of them was kept, in milliseconds since 1970. */
    oldestAt: waiting.length > 0 ? Math.min(...waiting.map(keptAt)) : undefined,
    refused: refused.length,
    /** Why the last of them was refused. */
    reason: last === undefined ? undefined : outbox.reasonOf(last),
    dropped: outbox.dropped(),
  };
}

/** `bound` is what the vault calls the project, where it says that. */
export function agentChecks(
  { entries, others, problem, outbox, project }: AgentFacts,
  now: number,
  bound?: string,
): readonly Finding[] {
  return [
    ...(problem === undefined ? [] : [wrong('setup.json', problem)]),
    ...entries.map(entryCheck),
    ...othersCheck(entries, others),
    ...outboxChecks(outbox, now),
    projectCheck(project, bound),
  ];
}

const NAMED_BY: Readonly<Record<ProjectSource, string>> = {
  argument: 'its caller',
  session: 'its session',
  header: 'its caller',
  env: 'VAULT_PROJECT',
  file: '.memory-vault.json',
  remote: 'the Git remote',
  worktree: 'the folder of the repository',
  cwd: 'the name of the folder',
};

/** Notes of another project come to no agent that works here: people have to see which one it is. */
function projectCheck(chosen: ChosenProject | undefined, bound: string | undefined): Finding {
  if (chosen === undefined) {
    return ok('project', 'this folder has none; VAULT_PROJECT or .memory-vault.json names one');
  }
  const { project, source, repository, warning } = chosen;
  const by =
    bound !== undefined && bound !== project
      ? `which the vault has set for the repository ${repository}`
      : `named by ${NAMED_BY[source]}`;
  const says = `an agent in this folder works on ${bound ?? project}, ${by}`;
  return warning === undefined ? ok('project', says) : warn('project', `${says}; ${warning}`);
}

function entryCheck({ agent, title, choice, found, wouldDrop, problem }: AgentEntry): Finding {
  if (problem !== undefined) return wrong(title, problem);
  const bad = found.filter(({ state }) => state === 'bad').map(({ words }) => words);
  if (bad.length === 0) {
    const what = choice.hooks ? 'the MCP server and the hooks are' : 'the MCP server is';
    return ok(title, `${what} as setup wrote them`);
  }
  const says = bad.join('; ');
  // The settings of this shell are not those of the setup: the entry itself may be well.
  if (wouldDrop) return warn(title, says);
  const type = ['memory-vault setup', agent, ...setupOptions(choice)].join(' ');
  return wrong(title, says, { type, fix: setUpAgain(agent, choice) });
}

/** The options of the command that sets an agent up as it was. */
function setupOptions({ hooks, passive }: AgentEntry['choice']): readonly string[] {
  return [...(hooks ? [] : ['--no-hooks']), ...(passive ? ['--passive'] : [])];
}

const SETUP_MS = 60_000;

/** Sets an agent up as whoever types the command: it says itself what it left alone. */
export const setUpAgain = (agent: AgentName, choice: AgentEntry['choice']): Fix => ({
  kind: `set-up ${agent}`,
  question: `Write the entries of this vault into the settings of ${agent} again?`,
  async run({ cli, env }) {
    const args = [cli, 'setup', agent, ...setupOptions(choice)];
    try {
      await promisify(execFile)(process.execPath, args, { env, timeout: SETUP_MS });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error((stderr || stdout).trim() || messageOf(error), { cause: error });
    }
    return `set up ${agent} again`;
  },
});

function othersCheck(entries: AgentFacts['entries'], others: AgentFacts['others']): Finding[] {
  const name = 'agents';
  const found = others.join(', ');
  if (entries.length > 0)
    return found ? [ok(name, `found, and not set up: ${found} (memory-vault setup)`)] : [];
  if (!found) return [ok(name, 'no agent is set up, and none was found on this machine')];
  const says = `no agent is set up; found on this machine: ${found}`;
  return [warn(name, says, { type: 'memory-vault setup --all' })];
}

function outboxChecks(
  { folder, waiting, oldestAt, refused, reason, dropped }: AgentFacts['outbox'],
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (waiting > 0) {
    const since = oldestAt === undefined ? '' : `, the oldest kept ${ago(oldestAt, now)}`;
    const says = `${counted(waiting, 'record')} of hooks ${waiting === 1 ? 'waits' : 'wait'} for a service${since}: the next session of an agent sends them`;
    const next = { type: 'memory-vault doctor --fix', fix: SEND_WAITING };
    findings.push(warn('spool', says, next));
  }
  if (refused > 0) {
    const says = `a vault refused ${counted(refused, 'record')} (${reason}): read the .refused files in ${folder}, then delete them`;
    findings.push(warn('refused', says));
  }
  if (dropped > 0) {
    const says = `${counted(dropped, 'older record')} dropped: too many were waiting`;
    findings.push(warn('dropped', says));
  }
  if (findings.length > 0) return findings;
  return [ok('spool', 'no hook record is waiting')];
}

const LONGEST_MS = 60_000;
/** One sending takes fewer, because a session waits for it. */
const LEAST_A_ROUND = 10;

/** Sends all that hooks kept for the vault of the settings: what was meant for another vault stays. */
export const SEND_WAITING: Fix = {
  kind: 'send-waiting',
  question: 'Send the records of the hooks to the vault?',
  run: sendAllWaiting,
};

async function sendAllWaiting({ env, settings, reached }: Fixing): Promise<string> {
  const { to } = namedVault(env);
  const service = reached && foundAt(reached);
  if (service === undefined)
    throw new Error('no service answers: the next session of an agent sends them');
  const outbox = new Outbox(settings.dataDir);
  const until = Date.now() + LONGEST_MS;
  const before = outbox.unsent().length;
  const refusedBefore = outbox.refused().length;
  const token = tokenFor(service.url, settings, env);
  const call = vaultAt(service.url, { token, secret: service.own?.secret });
  let reason: string | undefined;
  for (let round = 0; round < OUTBOX_FILES / LEAST_A_ROUND; round++) {
    const { length } = outbox.unsent();
    // Whose agent and session it is does not matter for what waits.
    const whose = { agent: 'claude-code', project: '', to } as const;
    const msLeft = () => Math.max(0, until - Date.now());
    const sent = await sendWaiting(whose, call, { outbox, msLeft, now: Date.now() });
    reason = [...sent.inVain.values()].at(0) ?? sent.problem ?? reason;
    const left = outbox.unsent().length;
    // Those that were put last come again behind all others.
    if (left === 0 || (left === length && sent.inVain.size < LEAST_A_ROUND)) break;
  }
  const left = outbox.unsent().length;
  const refused = outbox.refused().length - refusedBefore;
  const taken = before - left - refused;
  const rest = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(left > 0
      ? [`${left} still waiting${reason === undefined ? ' for another vault' : `: ${reason}`}`]
      : []),
  ];
  const says = [`sent ${counted(taken, 'record')}`, ...rest].join(', ');
  if (taken === 0) throw new Error(says);
  return says;
}

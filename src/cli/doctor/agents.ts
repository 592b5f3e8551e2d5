import type { ClientSettings } from '../../connect/clientSettings.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { ago } from '../../domain/time.js';
import { keptAt, Outbox } from '../../hook/outbox.js';
import { AGENT_NAMES, type AgentName, type Machine } from '../../setup/agent.js';
import { chosenFiles, isInstalled, thisMachine } from '../../setup/agentFiles.js';
import { ALL_AGENTS } from '../../setup/agents.js';
import { launchHere } from '../../setup/launch.js';
import { type Manifest, readManifest } from '../../setup/manifest.js';
import { planSetup } from '../../setup/plan.js';
import { findingsOf, type Finding as SetupFinding } from '../setup/findings.js';
import { droppedBy } from '../setup/printPlan.js';
import { counted } from '../terminal/format.js';
import { type Finding, ok, warn, wrong } from './check.js';

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
  readonly spool: ReturnType<typeof spoolOf>;
}

/** Looks at the files of agents and at the spool, and changes nothing. `cli` is the program that agents are to start. */
export function agentFacts(
  env: NodeJS.ProcessEnv,
  { dataDir }: Pick<ClientSettings, 'dataDir'>,
  cli: string,
): AgentFacts {
  const spool = spoolOf(dataDir);
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
  return { entries, others, problem, spool };
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

function spoolOf(dataDir: string) {
  const spool = new Outbox(dataDir);
  const waiting = spool.names();
  const refused = spool.refused();
  const last = refused.at(-1);
  return {
    folder: spool.folder,
    waiting: waiting.length,
    /** When the oldest of them was kept, in milliseconds since 1970. */
    oldestAt: waiting.length > 0 ? Math.min(...waiting.map(keptAt)) : undefined,
    refused: refused.length,
    /** Why the last of them was refused. */
    reason: last === undefined ? undefined : spool.reasonOf(last),
    dropped: spool.dropped(),
  };
}

export function agentChecks(
  { entries, others, problem, spool }: AgentFacts,
  now: number,
): readonly Finding[] {
  return [
    ...(problem === undefined ? [] : [wrong('setup.json', problem)]),
    ...entries.map(entryCheck),
    ...othersCheck(entries, others),
    ...spoolChecks(spool, now),
  ];
}

function entryCheck({ agent, title, choice, found, wouldDrop, problem }: AgentEntry): Finding {
  if (problem !== undefined) return wrong(title, problem);
  const bad = found.filter(({ state }) => state === 'bad').map(({ words }) => words);
  if (bad.length === 0) {
    const what = choice.hooks ? 'MCP server and hooks are' : 'the MCP server is';
    return ok(title, `${what} as setup wrote them`);
  }
  const says = bad.join('; ');
  // The settings of this shell are not those of the setup: the entry itself may be well.
  if (wouldDrop) return warn(title, says);
  const type = ['memory-vault setup', agent, ...setupOptions(choice)].join(' ');
  return wrong(title, says, { type, fix: { kind: 'set-up', agent, choice } });
}

/** The options of the command that sets an agent up as it was. */
export function setupOptions({ hooks, passive }: AgentEntry['choice']): readonly string[] {
  return [...(hooks ? [] : ['--no-hooks']), ...(passive ? ['--passive'] : [])];
}

function othersCheck(entries: AgentFacts['entries'], others: AgentFacts['others']): Finding[] {
  const name = 'agents';
  const found = others.join(', ');
  if (entries.length > 0)
    return found ? [ok(name, `found, and not set up: ${found} (memory-vault setup)`)] : [];
  if (!found) return [ok(name, 'none is set up, and none is found on this machine')];
  const says = `none is set up; found on this machine: ${found}`;
  return [warn(name, says, { type: 'memory-vault setup --all' })];
}

function spoolChecks(
  { folder, waiting, oldestAt, refused, reason, dropped }: AgentFacts['spool'],
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (waiting > 0) {
    const since = oldestAt === undefined ? '' : `, the oldest kept ${ago(oldestAt, now)}`;
    const says = `${counted(waiting, 'record')} of hooks wait for a service${since}: the next session sends them`;
    const next = { type: 'memory-vault doctor --fix', fix: { kind: 'send-waiting' } } as const;
    findings.push(warn('spool', says, next));
  }
  if (refused > 0) {
    const says = `${folder} holds ${counted(refused, 'record')} that a vault refused (${reason}): read and delete the .refused files there`;
    findings.push(warn('refused', says));
  }
  if (dropped > 0) {
    const says = `${counted(dropped, 'older record')} had to go, because too much waited`;
    findings.push(warn('dropped', says));
  }
  if (findings.length > 0) return findings;
  return [ok('spool', 'nothing of the hooks waits')];
}

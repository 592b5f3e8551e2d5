import type { ClientSettings } from '../../connect/clientSettings.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import { keptAt, spoolIn } from '../../hook/spool.js';
import { AGENT_NAMES, type AgentName } from '../../setup/agent.js';
import { ALL_AGENTS } from '../../setup/allAgents.js';
import { isInstalled } from '../../setup/installed.js';
import { launchHere } from '../../setup/launchHere.js';
import type { Machine } from '../../setup/machine.js';
import { type Manifest, readManifest } from '../../setup/manifest.js';
import { planSetup } from '../../setup/plan.js';
import { chosenFiles, thisMachine } from '../../setup/setupFiles.js';
import { type Finding, findingsOf } from '../setup/findings.js';
import { droppedBy } from '../setup/printPlan.js';

/** How an agent was set up, and what is in its files now. */
export interface AgentEntry {
  readonly agent: AgentName;
  readonly title: string;
  readonly choice: { readonly hooks: boolean; readonly passive: boolean };
  readonly found: readonly Finding[];
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
  readonly spool: {
    readonly folder: string;
    readonly waiting: number;
    /** When the oldest of them was kept, in milliseconds since 1970. */
    readonly oldestAt: number | undefined;
    readonly refused: number;
    /** Why the last of them was refused. */
    readonly reason: string | undefined;
    readonly dropped: number;
  };
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
  const others = AGENT_NAMES.filter(
    (name) => !isNoted(name) && isInstalled(ALL_AGENTS[name], machine),
  );
  const entries = noted
    ? AGENT_NAMES.filter(isNoted).map((name) => entryOf(name, { env, cli, machine, noted }))
    : [];
  return { entries, others, problem, spool };
}

function entryOf(
  agent: AgentName,
  {
    env,
    cli,
    machine,
    noted,
  }: {
    readonly env: NodeJS.ProcessEnv;
    readonly cli: string;
    readonly machine: Machine;
    readonly noted: Manifest;
  },
): AgentEntry {
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

function spoolOf(dataDir: string): AgentFacts['spool'] {
  const spool = spoolIn(dataDir);
  const waiting = spool.names();
  const refused = spool.refused();
  const last = refused.at(-1);
  return {
    folder: spool.folder,
    waiting: waiting.length,
    oldestAt: waiting.length > 0 ? Math.min(...waiting.map(keptAt)) : undefined,
    refused: refused.length,
    reason: last === undefined ? undefined : spool.reasonOf(last),
    dropped: spool.dropped(),
  };
}

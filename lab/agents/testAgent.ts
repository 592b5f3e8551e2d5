import { reasonOf } from '../../tools/reasonOf.js';
import type { Agent } from './agents/agent.js';
import type { Check } from './checks/check.js';
import { MEMORY_CHECKS, PASSIVE_CHECK, TRUST_CHECK } from './checks/memoryChecks.js';
import { MOMENT_CHECKS } from './checks/momentChecks.js';
import { MOMENT_TROUBLE_CHECKS } from './checks/momentTroubleChecks.js';
import { PACKAGE_CHECK } from './checks/packageCheck.js';
import { REMOVE_CHECK, SETUP_CHECKS } from './checks/setupChecks.js';
import { START_CHECKS } from './checks/startChecks.js';
import { TOLD_CHECKS } from './checks/toldChecks.js';
import { TRANSCRIPT_CHECKS } from './checks/transcriptChecks.js';
import { SPOOL_CHECK, TROUBLE_CHECKS } from './checks/troubleChecks.js';
import { makeWorld, type World } from './world.js';

/** In this order, in one home: the first ones set the agent up, the last one takes all back. */
export const CHECKS: readonly Check[] = [
  ...SETUP_CHECKS,
  ...MEMORY_CHECKS,
  TRUST_CHECK,
  PASSIVE_CHECK,
  ...START_CHECKS,
  ...TOLD_CHECKS,
  ...TRANSCRIPT_CHECKS,
  ...MOMENT_CHECKS,
  SPOOL_CHECK,
  ...TROUBLE_CHECKS,
  ...MOMENT_TROUBLE_CHECKS,
  REMOVE_CHECK,
];

/** Those of an agent that has its package instead of `setup`. */
export const PACKAGE_CHECKS: readonly Check[] = [PACKAGE_CHECK, ...MEMORY_CHECKS];

/** What came of one check. */
export interface Outcome {
  readonly title: string;
  readonly verdict: 'ok' | 'failed' | 'n/a';
  /** What was seen, what was wrong, or why it does not apply. */
  readonly seen: string;
}

/** All that was found about one agent. */
export interface Tested {
  readonly agent: Agent;
  readonly outcomes: readonly Outcome[];
}

export interface TestOptions {
  /** Where its home is made. */
  readonly directory: string;
  /** The folder of its program. */
  readonly programs: string;
  /** Of all checks but those of `setup`, only those whose title holds this text are done. */
  readonly only?: string | undefined;
  /** Whether it gets its package, and not what `setup` writes. */
  readonly fromPackage?: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Does all checks of one agent in a home of its own. Rejects when it does not even run without our setup. */
export async function testAgent(
  agent: Agent,
  { directory, programs, only = '', fromPackage = false, say, signal }: TestOptions,
): Promise<Tested> {
  const world = await makeWorld(agent, directory, programs);
  try {
    const outcomes: Outcome[] = [];
    const chosen = (fromPackage ? PACKAGE_CHECKS : CHECKS).filter(
      (check) => [...SETUP_CHECKS, PACKAGE_CHECK].includes(check) || check.title.includes(only),
    );
    for (const check of chosen) {
      signal.throwIfAborted();
      const outcome = await outcomeOf(check, world);
      say(`${agent.name}: ${outcome.verdict}: ${outcome.title}: ${outcome.seen}`);
      outcomes.push(outcome);
    }
    return { agent, outcomes };
  } finally {
    await world.close();
  }
}

async function outcomeOf({ title, impossible, run }: Check, world: World): Promise<Outcome> {
  const why = impossible?.(world.agent);
  if (why !== undefined) return { title, verdict: 'n/a', seen: why };
  try {
    return { title, verdict: 'ok', seen: await run(world) };
  } catch (error) {
    return { title, verdict: 'failed', seen: reasonOf(error) };
  }
}

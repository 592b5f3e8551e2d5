import assert from 'node:assert/strict';
import type { AgentRun } from '../runAgent.js';
import { ANSWER, PROMPT, type World } from '../world.js';
import type { Check } from './check.js';
import { resultOf, sessionsOfRuns } from './memoryChecks.js';
import { HANGS, TROUBLES, type Trouble } from './troubles.js';

/** The budgets of the hooks of one run, in milliseconds: session start, prompt, stop, session end. */
const HOOKS_MS = 1_500 + 300 + 300 + 1_000;

/** What else a run may take longer than without our setup: to start four hooks and an MCP server on a busy machine. */
const STARTS_MS = 3_000;

/** How much longer than without our setup a run may take, when the vault is in trouble. */
export const BOUND_MS = HOOKS_MS + STARTS_MS;

/** How much longer a run with one call of a tool may take: a call waits for a vault that is starting, for 10 s at most. */
export const CALL_BOUND_MS = BOUND_MS + 10_000;

/** The agent answers, and within its usual time and a bound, whatever the vault does. */
export const TROUBLE_CHECKS: readonly Check[] = TROUBLES.flatMap((trouble) => [
  {
    title: `It answers in time when the vault ${trouble.vault}`,
    run: (world) =>
      during(trouble, world, async () => {
        const without = await world.runWithout();
        const run = await world.run({ calls: [], says: ANSWER });
        return inTime(run, without, BOUND_MS);
      }),
  },
  {
    title: `It goes on after a call of a tool when the vault ${trouble.vault}`,
    run: (world) =>
      during(trouble, world, async () => {
        const search = { tool: 'memory_search', input: { query: 'webhook retries' } };
        const without = await world.runWithout();
        const run = await world.run({ calls: [search], says: ANSWER });
        const seen = inTime(run, without, CALL_BOUND_MS);
        return `${seen}; the tool said: ${resultOf(run, 0).slice(0, 160)}`;
      }),
  },
]);

/** A vault that hangs has to be told later. */
export const SPOOL_CHECK: Check = {
  title: 'The goal of a session in which the vault hung arrives with the next one, once',
  async run(world) {
    const sessions = await sessionsOfRuns(world, async () => {
      const end = await HANGS.begin(world);
      await world.run({ calls: [], says: ANSWER });
      const waiting = new Set(world.waiting());
      await end();
      assert.notEqual(waiting.size, 0, 'nothing waits');
      await world.run({ calls: [], says: ANSWER });
      const late = world.waiting().filter((name) => waiting.has(name));
      assert.deepEqual(late, [], 'the next session did not send it');
    });
    const goals = sessions.map(({ goal }) => goal);
    assert.deepEqual(goals, [PROMPT, PROMPT]);
    return 'one session for each run, each with its goal';
  },
};

/** Does some work while the vault is in trouble. */
export async function during(
  { begin }: Trouble,
  world: World,
  work: () => Promise<string>,
): Promise<string> {
  const end = await begin(world);
  try {
    return await work();
  } finally {
    await end();
  }
}

/** Asserts that a run has answered, at most `bound` ms later than one without our setup. */
export function inTime(run: AgentRun, without: AgentRun, bound: number): string {
  assert.equal(run.exitCode, 0, run.stderr);
  assert(run.stdout.includes(ANSWER), `it did not answer:\n${run.stdout}${run.stderr}`);
  const later = run.ms - without.ms;
  assert(later <= bound, `it took ${seconds(later)} more than without our setup`);
  return `${seconds(run.ms)}, without our setup ${seconds(without.ms)}`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

import assert from 'node:assert/strict';
import { BUDGET_MS } from '../../../src/hook/agentProtocol.js';
import type { Home } from '../home.js';
import type { AgentRun } from '../runAgent.js';
import { assertAnswered, scriptOf, withoutCards } from '../toolRun.js';
import { ANSWER, PROMPT, type World } from '../world.js';
import type { Check } from './check.js';
import { ROUNDED, readyProject, stepsOf } from './momentNotes.js';
import { BOUND_MS, during, inTime } from './troubleChecks.js';
import { TROUBLES } from './troubles.js';

const {
  'before-edit': EDIT_MS,
  'before-command': COMMAND_MS,
  'after-failure': FAILURE_MS,
} = BUDGET_MS;

/** How much longer than without our setup a run with an edit and two commands, one of which fails, may take. */
export const ACTIONS_BOUND_MS = BOUND_MS + EDIT_MS + 2 * COMMAND_MS + FAILURE_MS;

/** The agent's own tools do what they do without our setup, whatever the vault does. */
export const MOMENT_TROUBLE_CHECKS: readonly Check[] = TROUBLES.map((trouble) => ({
  title: `Its own tools work as without our setup when the vault ${trouble.vault}`,
  async run(world) {
    await readyProject(world);
    world.plain.reset();
    return during(trouble, world, async () => {
      const without = await actionsIn(world, world.plain, world.runWithout);
      const run = await actionsIn(world, world.home, world.run);
      assert.deepEqual(run.results, without.results);
      return inTime(run.run, without.run, ACTIONS_BOUND_MS);
    });
  },
}));

/** What the tools of an agent say to an edit, a command and a command that fails, without what differs between two runs. */
async function actionsIn(
  { agent }: World,
  home: Home,
  runIn: World['run'],
): Promise<{ readonly run: AgentRun; readonly results: readonly string[] }> {
  const { nearEdit, migrate, knownError } = stepsOf({ agent }, home.project);
  const calls = scriptOf([nearEdit, migrate, knownError]);
  const run = await runIn({ calls, says: ANSWER }, { args: agent.tools.args(PROMPT) });
  assertAnswered(run, calls.length);
  assert(!home.read('work/shop/src/till.ts').includes(ROUNDED), 'the edit was not made');
  assert.equal(home.read('work/shop/migrated.txt'), 'once\n', 'the command did not run');
  const all = run.requests.at(-1)?.toolResults ?? [];
  const results = all.map(({ text }) =>
    withoutCards(text)
      .replaceAll(home.path, '~')
      .replaceAll(home.path.slice(1), '~')
      .replaceAll(/Chunk ID: \w+/g, '')
      .replaceAll(/\d+/g, '#')
      .trim(),
  );
  return { run, results };
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../agents/agent.js';
import { assertCard, assertSilent, type Step, toolRun } from '../toolRun.js';
import { PROMPT, type World } from '../world.js';
import type { Check } from './check.js';
import { CHANGED, ROUNDED, readyProject, saying, stepsOf, TITLES } from './momentNotes.js';

const TILL = 'work/shop/src/till.ts';

/** What an agent's model reads at its actions. Each run is a session of its own. */
export const MOMENT_CHECKS: readonly Check[] = [
  {
    title:
      'An edit of the lines that a note is about brings it with the next request, once a session',
    async run(world) {
      const { nearEdit, nextEdit } = await readySteps(world);
      const { cardsAfter } = await toolRun(world, [nearEdit, nextEdit]);
      const [card = ''] = cardsAfter(0);
      const seen = assertCard(cardsAfter(0), TITLES.till);
      assert(!card.includes('drifted'), `what the edit itself changes has not drifted:\n${card}`);
      assert.deepEqual(cardsAfter(1), [card], 'the second edit brought it again');
      assert(world.home.read(TILL).includes(ROUNDED), 'the edits were not made');
      return seen;
    },
  },
  {
    title: 'An edit of a file brings a note about the whole of it',
    async run(world) {
      const { fileEdit } = await readySteps(world);
      const { cardsAfter } = await toolRun(world, [fileEdit]);
      return assertCard(cardsAfter(0), TITLES.vat);
    },
  },
  {
    title: 'An edit of another file, or far from these lines, brings nothing',
    async run(world) {
      const { otherEdit, farEdit, farRemoval } = await readySteps(world);
      const { run } = await toolRun(world, [otherEdit, farEdit, farRemoval]);
      assertSilent(run);
      const till = world.home.read(TILL);
      assert(till.includes('line forty') && !till.includes('line 42'), 'the edits were not made');
      return 'nothing of ours behind the first request';
    },
  },
  {
    title: 'A note about lines that have changed since says that it has drifted',
    impossible: ({ tools }) =>
      tools.isToldAfterEdit
        ? 'it is told after the edit, which may be all that has changed'
        : undefined,
    async run(world) {
      const { changedEdit } = await readySteps(world);
      world.home.write(TILL, world.home.read(TILL).replace(ROUNDED, CHANGED));
      const { cardsAfter } = await toolRun(world, [changedEdit]);
      return assertCard(cardsAfter(0), `${TITLES.till} (drifted: `);
    },
  },
  {
    title: 'A command that a note names brings it, once a session',
    async run(world) {
      const { migrate } = await readySteps(world);
      const { cardsAfter, resultOf } = await toolRun(world, [migrate, migrate]);
      const seen = assertCard(cardsAfter(0), TITLES.migrate);
      assert.equal(cardsAfter(1).length, 1, 'the second command brought it again');
      assert.match(resultOf(1), /the tables are migrated/);
      return seen;
    },
  },
  {
    title: 'Another command of the same program, and `ls`, bring nothing',
    async run(world) {
      const { look, build } = await readySteps(world);
      const { run, resultOf } = await toolRun(world, [look, build]);
      assertSilent(run);
      assert.match(resultOf(0), /package\.json/);
      return 'nothing of ours behind the first request';
    },
  },
  {
    title: 'A failure brings the note that quotes its error with other numbers and paths',
    async run(world) {
      const { knownError } = await readySteps(world);
      const { cardsAfter, resultOf } = await toolRun(world, [knownError, knownError]);
      const seen = assertCard(cardsAfter(0), TITLES.error);
      assert.equal(cardsAfter(1).length, 1, 'the second failure brought it again');
      assert.match(resultOf(0), /\/srv\/ann\/23\.db/, 'the result of the command is not there');
      return seen;
    },
  },
  {
    title: 'Another failure brings nothing',
    async run(world) {
      const { otherError } = await readySteps(world);
      const { run, resultOf } = await toolRun(world, [otherError]);
      assertSilent(run);
      assert.match(resultOf(0), /EADDRINUSE/);
      return 'nothing of ours behind the first request';
    },
  },
  {
    title: 'With `"moments": false` in the project, nothing is brought',
    async run(world) {
      const { nearEdit, migrate, knownError } = await readySteps(world);
      const { run } = await saying(world, { moments: false }, () =>
        toolRun(world, [nearEdit, migrate, knownError]),
      );
      assertSilent(run);
      return 'nothing of ours behind the first request';
    },
  },
  {
    title: 'Without the trust of its user in our hooks, nothing is brought',
    impossible: ({ tools }) => (tools.argsWithoutTrust ? undefined : 'its hooks need no trust'),
    async run(world) {
      const { nearEdit, migrate, knownError } = await readySteps(world);
      const args = world.agent.tools.argsWithoutTrust?.(PROMPT);
      const { run } = await toolRun(world, [nearEdit, migrate, knownError], args);
      assertSilent(run);
      return 'nothing of ours behind the first request';
    },
  },
  {
    title: 'With `"moments": "hold"`, a command runs only when it is called again',
    impossible: (agent) => notHeld(agent, 'command'),
    async run(world) {
      const { migrate } = await readySteps(world);
      const hasRun = () => existsSync(join(world.home.project, 'migrated.txt'));
      return heldOnce(world, migrate, migrate, hasRun, TITLES.migrate);
    },
  },
  {
    title: 'With `"moments": "hold"`, an edit is made only when it is called again',
    impossible: (agent) => notHeld(agent, 'edit'),
    async run(world) {
      const { nearEdit } = await readySteps(world);
      const isEdited = () => !world.home.read(TILL).includes(ROUNDED);
      return heldOnce(world, nearEdit, nearEdit, isEdited, TITLES.till);
    },
  },
  {
    title: 'With `"moments": "hold"`, what cannot be held is done at once, and the note comes',
    impossible: ({ tools }) => (tools.holds.length === 2 ? 'it can hold both' : undefined),
    async run(world) {
      const { nearEdit, migrate } = await readySteps(world);
      const canEdit = !world.agent.tools.holds.includes('edit');
      const steps = canEdit ? [migrate, nearEdit] : [migrate];
      const { cardsAfter, resultOf } = await saying(world, { moments: 'hold' }, () =>
        toolRun(world, steps),
      );
      assertCard(cardsAfter(0), TITLES.migrate);
      assert.match(resultOf(0), /the tables are migrated/);
      if (canEdit) assert(!world.home.read(TILL).includes(ROUNDED), 'the edit was held');
      return canEdit ? 'a command and an edit' : 'a command';
    },
  },
];

/** The steps of a model, with the files and the notes that they are about. */
async function readySteps(world: World) {
  await readyProject(world);
  return stepsOf(world, world.home.project);
}

const notHeld = ({ tools: { holds } }: Agent, what: 'edit' | 'command') =>
  holds.includes(what) ? undefined : 'nothing reaches its model before it, so it is not held';

/** Asserts that of two equal calls, the first one is not done and brings the note as the reason, and the second one is done. */
async function heldOnce(
  world: World,
  first: Step,
  again: Step,
  isDone: () => boolean,
  title: string,
): Promise<string> {
  let wasDone: boolean | undefined;
  const look = () => {
    wasDone = isDone();
  };
  const { cardsAfter, resultOf } = await saying(world, { moments: 'hold' }, () =>
    toolRun(world, [first, { ...again, look }]),
  );
  assertCard(cardsAfter(0), title);
  assert.match(resultOf(0), /stopped this call once/, 'the reason is not the result of the call');
  assert.equal(wasDone, false, 'it was done at once');
  assert.equal(cardsAfter(1).length, 1);
  assert(isDone(), 'it was not done when it was called again');
  return `the call is refused with the note, and done the second time`;
}

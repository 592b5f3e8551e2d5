import assert from 'node:assert/strict';
import { type Step, toolRun } from '../toolRun.js';
import type { World } from '../world.js';
import type { Check } from './check.js';
import { readyProject, stepsOf } from './momentNotes.js';

/** What the vault knows afterwards of what it told. */
export const TOLD_CHECKS: readonly Check[] = [
  {
    title: 'The record of a session says what was told at its start and before an edit',
    async run(world) {
      await readyProject(world);
      return recordOf(
        world,
        [stepsOf(world, world.home.project).nearEdit],
        ['before_edit', 'start'],
      );
    },
  },
  {
    title: 'The record of a session says what a search gave',
    impossible: ({ name }) =>
      name === 'claude-code'
        ? undefined
        : 'it is recorded once the agent saves something: its tools are not told which session it is',
    async run(world) {
      await readyProject(world);
      const search = { calls: [{ tool: 'memory_search', input: { query: 'till' } }] };
      return recordOf(world, [search], ['search', 'start']);
    },
  },
];

/** Runs a session, and asserts that it was told something at these moments. */
async function recordOf(world: World, steps: readonly Step[], moments: readonly string[]) {
  await toolRun(world, steps);
  await world.sendWaiting();
  const told = await newestRecord(world);
  assert.deepEqual(told.map(({ moment }) => moment).sort(), moments);
  return told.map(({ moment, notes }) => `${moment}: ${notes.length}`).join(', ');
}

/** What was told in the last session that has a record. */
async function newestRecord({ vault }: World) {
  for await (const { id } of vault().sessions()) {
    const { data } = await vault().GET('/api/v1/sessions/{id}/told', { params: { path: { id } } });
    if (data.told.length > 0) return data.told;
  }
  return [];
}

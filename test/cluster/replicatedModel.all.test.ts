import { expect, test } from 'vitest';
import { answersAtOnce, readsInTwo, repeatsBlindly } from '../support/cluster/nodeBugs.js';
import { isNoticed, type Schedule } from '../support/cluster/playMany.js';

// Tests of the test in replicatedModel.test.ts.

const planted: Record<string, Schedule> = {
  'an engine that lets two nodes append at once': { engineBug: 'no lock' },
  'an engine that shows later events before earlier ones': { engineBug: 'serial positions' },
  'a node that refuses by its copy alone': { nodeBug: answersAtOnce },
  'a node that repeats an append without looking for it': { nodeBug: repeatsBlindly },
  'a node that compares a position with a hash of later': { nodeBug: readsInTwo },
};

test.each(Object.entries(planted))('%s is noticed', async (_, schedule) => {
  expect(await isNoticed(schedule)).toBe(true);
});

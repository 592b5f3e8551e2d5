import { expect, test } from 'vitest';
import { checkHistory } from '../support/cluster/checkHistory.js';
import { ignoresInterruption } from '../support/cluster/nodeBugs.js';
import { isNoticed, playMany } from '../support/cluster/playMany.js';
import { runs } from '../support/depth.js';

/** Schedules of one test. */
const BLOCK = 10;
const blocks = Array.from({ length: runs(2, 20) }, (_, i) => ({
  first: 1 + i * BLOCK,
  count: BLOCK,
}));

test.each(blocks)(
  'whatever fails meanwhile, callers see one order in which each request was done once or not at all, from schedule $first on',
  async (block) => {
    const answered = { done: 0, refused: 0, 'not stored': 0, unknown: 0 };
    await playMany(block, {}, (played, seed) => {
      expect({ seed, problems: checkHistory(played), forks: played.forks }).toEqual({
        seed,
        problems: [],
        forks: [],
      });
      for (const { answer } of played.operations) answered[answer.status] += 1;
      return false;
    });
    expect(Math.min(...Object.values(answered))).toBeGreaterThan(0);
  },
);

// Other mistakes are planted in replicatedModel.all.test.ts.
test('a node that takes an interrupted append for done is noticed', async () => {
  expect(await isNoticed({ nodeBug: ignoresInterruption })).toBe(true);
});

test('a shared log that lost events is noticed by every node that has them, and by callers', async () => {
  let forks = 0;
  await playMany({ first: 1, count: runs(4, 10) }, { losesEvents: true }, (played) => {
    expect(played.unaware).toEqual([]);
    if (played.forks.length === 0) return false;
    forks += 1;
    expect(checkHistory(played)).not.toEqual([]);
    return false;
  });
  expect(forks).toBeGreaterThan(0);
});

test('a schedule follows from its seed', async () => {
  const seen: unknown[] = [];
  for (let run = 0; run < 2; run++)
    await playMany({ first: 1, count: runs(1, 3) }, {}, ({ operations }) => {
      seen.push(
        operations.map(({ node, begin, end, asked, answer }) => [
          node,
          begin,
          end,
          asked.kind,
          answer.status,
          answer.status === 'done' ? answer.position : 0,
        ]),
      );
      return false;
    });
  const half = seen.length / 2;
  expect(seen.slice(half)).toEqual(seen.slice(0, half));
});

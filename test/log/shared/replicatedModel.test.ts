import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkHistory } from '../../support/cluster/checkHistory.js';
import {
  answersAtOnce,
  ignoresInterruption,
  readsInTwo,
  repeatsBlindly,
} from '../../support/cluster/nodeBugs.js';
import { type Play, type Played, playCluster } from '../../support/cluster/playCluster.js';
import { runs } from '../../support/depth.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const SCHEDULES = runs(20, 200);
/** Within so many schedules, each planted mistake has to be noticed. */
const ENOUGH = 40;

/** Plays one schedule after the other, until `stop` says so. */
async function playMany(
  count: number,
  play: Omit<Play, 'seed' | 'directory'>,
  see: (played: Played, seed: number) => boolean,
): Promise<boolean> {
  const directory = temporaryDirectory();
  for (let seed = 1; seed <= count; seed++) {
    const place = join(directory, String(seed));
    mkdirSync(place);
    const played = await playCluster({ ...play, seed, directory: place });
    if (see(played, seed)) return true;
  }
  return false;
}

test('whatever fails meanwhile, callers see one order in which each request was done once or not at all', async () => {
  const answered = { done: 0, refused: 0, 'not stored': 0, unknown: 0 };
  await playMany(SCHEDULES, {}, (played, seed) => {
    expect({ seed, problems: checkHistory(played), forks: played.forks }).toEqual({
      ...{ seed, problems: [], forks: [] },
    });
    for (const { answer } of played.operations) answered[answer.status] += 1;
    return false;
  });
  expect(Math.min(...Object.values(answered))).toBeGreaterThan(0);
});

const isNoticed = (played: Played) => checkHistory(played).length + played.forks.length > 0;

const planted: Record<string, Omit<Play, 'seed' | 'directory'>> = {
  'an engine that lets two nodes append at once': { engineBug: 'no lock' },
  'an engine that shows later events before earlier ones': { engineBug: 'serial positions' },
  'a node that refuses by its copy alone': { nodeBug: answersAtOnce },
  'a node that takes an interrupted append for done': { nodeBug: ignoresInterruption },
  'a node that repeats an append without looking for it': { nodeBug: repeatsBlindly },
  'a node that compares a position with a hash of later': { nodeBug: readsInTwo },
};

for (const [what, play] of Object.entries(planted))
  test(`${what} is noticed`, async () => {
    expect(await playMany(ENOUGH, play, isNoticed)).toBe(true);
  });

test('a shared log that lost events is noticed by every node that has them, and by callers', async () => {
  let forks = 0;
  await playMany(ENOUGH / 4, { losesEvents: true }, (played) => {
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
    await playMany(3, {}, ({ operations }) => {
      seen.push(
        operations.map(({ node, begin, end, asked, answer }) => [
          ...[node, begin, end, asked.kind, answer.status],
          answer.status === 'done' ? answer.position : 0,
        ]),
      );
      return false;
    });
  expect(seen.slice(3)).toEqual(seen.slice(0, 3));
});

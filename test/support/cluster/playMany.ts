import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../temporaryDirectory.js';
import { checkHistory } from './checkHistory.js';
import { type Play, type Played, playCluster } from './playCluster.js';

/** What is played with one seed after the other. */
export type Schedule = Omit<Play, 'seed' | 'directory'>;

/** Plays a schedule with each of `count` seeds behind the first, until `see` says so; gives whether it did. */
export async function playMany(
  { first, count }: { readonly first: number; readonly count: number },
  schedule: Schedule,
  see: (played: Played, seed: number) => boolean,
): Promise<boolean> {
  const directory = temporaryDirectory();
  for (let seed = first; seed < first + count; seed++) {
    const place = join(directory, String(seed));
    mkdirSync(place);
    if (see(await playCluster({ ...schedule, seed, directory: place }), seed)) return true;
  }
  return false;
}

/** Whether any of 40 schedules shows what is wrong. */
export const isNoticed = (schedule: Schedule): Promise<boolean> =>
  playMany(
    { first: 1, count: 40 },
    schedule,
    (played) => checkHistory(played).length + played.forks.length > 0,
  );

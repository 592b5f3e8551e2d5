import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { compileChildren } from './children/compile.js';
import { httpVault } from './kill/httpVault.js';
import { leanVault } from './kill/leanVault.js';
import { killInRounds } from './kill/rounds.js';

const HTTP = 20;
const LEAN = 30;
const ROUNDS = HTTP + 3 * LEAN;
/** The lean child is usually ready earlier; otherwise it is killed during its start. */
const WHILE_STARTING_MS = 250;

test(`SIGKILL at random moments under load loses nothing, ${ROUNDS} times`, async () => {
  const directory = temporaryDirectory();
  const { lean } = await compileChildren(join(directory, 'children'));
  const at = (name: string) => {
    mkdirSync(join(directory, name));
    return join(directory, name, 'vault');
  };
  const http = () => {
    const vault = at('http');
    const start = () => httpVault(vault);
    return killInRounds({ name: 'http', seed: 1, rounds: HTTP, directory: vault, start });
  };
  const withoutHttp = (seed: number) => {
    const name = `lean${seed}`;
    const vault = at(name);
    const start = async (random: () => number) => {
      const child = leanVault(lean, vault);
      if (random() < 0.2) await sleep(random() * WHILE_STARTING_MS);
      else await child.ready;
      return child;
    };
    return killInRounds({ name, seed, rounds: LEAN, directory: vault, start });
  };
  const first = async () => [await withoutHttp(2), await withoutHttp(3)];
  const second = async () => [await http(), await withoutHttp(4)];
  const killed = (await Promise.all([first(), second()])).flat();

  const sum = (count: 'rounds' | 'answers' | 'promises' | 'events') =>
    killed.reduce((total, one) => total + one[count], 0);
  console.log(
    `${sum('rounds')} kills, ${sum('answers')} answers, ${sum('events')} events; ` +
      `${sum('promises')} answers checked afterwards`,
  );
  expect(killed.flatMap(({ problems }) => problems)).toEqual([]);
  expect(sum('rounds')).toBe(ROUNDS);
  expect(sum('answers')).toBeGreaterThan(ROUNDS / 2);
});

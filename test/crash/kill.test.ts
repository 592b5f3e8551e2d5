import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts, runs } from '../support/depth.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { compileChildren } from './children/compile.js';
import { makeInMemory, removeTree } from './inMemory.js';
import { httpVault } from './kill/httpVault.js';
import { leanVault } from './kill/leanVault.js';
import { isCalm, killInRounds, type Rounds } from './kill/rounds.js';

/** How often one vault is killed: it goes through one crash after the other. */
const HTTP = runs(2, 5);
const LEAN = runs(4, 10);
/** The lean child is usually ready earlier; otherwise it is killed during its start. */
const WHILE_STARTING_MS = 250;

const children = makeInMemory();
let lean: string;
beforeAll(async () => ({ lean } = await compileChildren(children)));
afterAll(() => removeTree(children));

test.each(parts(4))(
  `SIGKILL at random moments under load loses nothing, over HTTP, ${HTTP} times (%i)`,
  async (seed) => {
    await losesNothing({ name: `http${seed}`, seed, rounds: HTTP, start: httpVault });
  },
);

test.each(parts(9))(
  `SIGKILL at random moments under load, also during a start, loses nothing, ${LEAN} times (%i)`,
  async (seed) => {
    const start: Rounds['start'] = async (directory, round, random) => {
      const child = leanVault(lean, directory);
      if (isCalm(round)) await sleep(random() * WHILE_STARTING_MS);
      else await child.ready;
      return child;
    };
    await losesNothing({ name: `lean${seed}`, seed, rounds: LEAN, start });
  },
);

async function losesNothing(options: Omit<Rounds, 'directory'>): Promise<void> {
  const directory = join(temporaryDirectory(), 'vault');
  const { problems, answers, promises, events } = await killInRounds({ ...options, directory });
  console.log(`${answers} answers, ${events} events; ${promises} answers checked afterwards`);
  expect(problems).toEqual([]);
  expect(answers).toBeGreaterThan(options.rounds / 2);
}

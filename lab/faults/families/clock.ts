import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readyz } from '../../outside/ask.js';
import { start } from '../../outside/service.js';
import { writer } from '../../outside/writer.js';
import type { Case, Family } from '../cases.js';
import { examine } from '../examine.js';
import { saidIn } from '../said.js';
import { use } from '../use.js';
import { layVault } from '../vaults.js';
import { whileRunning } from '../whileRunning.js';

const SHIFT = fileURLToPath(new URL('../shiftedClock.mjs', import.meta.url));
const DAY_MS = 86_400_000;
const SAVES = 10;

/** The environment in which a process reads the clock with the offset, in ms, that a file holds. */
function shifted(directory: string, days: number): NodeJS.ProcessEnv {
  shift(directory, days);
  return { NODE_OPTIONS: `--import=${SHIFT}`, FAULTS_CLOCK: `${directory}-clock` };
}

const shift = (directory: string, days: number) =>
  writeFileSync(`${directory}-clock`, String(days * DAY_MS));

/** Clocks that jump. A preload moves them, since a library that does so may be missing. */
export const clock: Family = {
  name: 'clock',
  cases: () => [
    jump('the clock jumps 40 days ahead while it runs', 40),
    jump('the clock jumps a day back while it runs', -1),
    lives(
      'a start with a clock 400 days ahead, then with the right one',
      [400],
      'the clock is ahead',
    ),
    lives('a start with a clock a day behind', [-1], 'the clock is behind'),
    lives('a start 30 days after the last save', [30, 30], undefined, { FAULTS_TIME_PASSED: '1' }),
  ],
};

function jump(did: string, days: number): Case {
  return whileRunning({
    did,
    env: (directory) => shifted(directory, 0),
    make: ({ directory }) => shift(directory, days),
    mend: (directory) => shift(directory, 0),
    tell: 'the clock jumped',
  });
}

/** Starts with one clock after the other, in days from the right one; the last start has the right one. */
function lives(
  did: string,
  days: readonly number[],
  tell: string | undefined,
  env: NodeJS.ProcessEnv = {},
): Case {
  return {
    did,
    async run({ directory, vaults, random }) {
      const ledger = layVault(vaults.stopped, directory);
      const toTell = tell === undefined ? [] : [tell];
      let output = '';
      const ready: string[] = [];
      for (const ahead of days) {
        const service = await start(directory, { env: { ...shifted(directory, ahead), ...env } });
        if (service.state === 'ready') {
          ready.push(await readyz(service.url));
          const refused = await use(writer(service.url, ledger, random), random, SAVES);
          toTell.push(...[...refused].map(([what, times]) => `${times} × ${what}`));
        } else toTell.push('the start was refused');
        await service.stop('SIGTERM');
        output += service.output();
      }
      const after = await examine(directory, ledger);
      return {
        ...after,
        toTell: [...toTell, ...after.toTell],
        said: [...saidIn(output), ...after.said],
        readyz: [...ready, ...after.readyz],
      };
    },
  };
}

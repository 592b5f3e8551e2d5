import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../../outside/service.js';
import { writer } from '../../outside/writer.js';
import { type Case, type Family, times } from '../cases.js';
import { examine } from '../examine.js';
import { use } from '../use.js';
import { layVault } from '../vaults.js';

const UNDER_LOAD = 80;
const WHILE_STARTING = 30;
const REQUESTS = 300;
const LONGEST_MS = 500;
/** Crashes in a row, so that a start also repairs what an interrupted repair left. */
const IN_A_ROW = 2;

/** SIGKILL at random moments. */
export const kills: Family = {
  name: 'kill',
  cases: ({ share }) => [
    ...times(UNDER_LOAD / IN_A_ROW, share, () => killed('SIGKILL under load, twice', false)),
    ...times(WHILE_STARTING / IN_A_ROW, share, () => killed('SIGKILL during a start, twice', true)),
  ],
};

function killed(did: string, whileStarting: boolean): Case {
  return {
    did,
    async run({ directory, random, vaults }) {
      const ledger = layVault(vaults.killed, directory);
      for (let n = 0; n < IN_A_ROW; n++) {
        const service = await start(directory, whileStarting ? { patience: random() * 900 } : {});
        const load = use(writer(service.url, ledger, random), random, REQUESTS);
        if (!whileStarting) await sleep(random() * LONGEST_MS);
        await service.stop('SIGKILL');
        await load;
      }
      return examine(directory, ledger);
    },
  };
}

import { readyz } from '../outside/ask.js';
import { readAll } from '../outside/reads.js';
import { type Service, start } from '../outside/service.js';
import { writer } from '../outside/writer.js';
import type { Case, Place } from './cases.js';
import { examine, wrongIn } from './examine.js';
import { saidIn } from './said.js';
import { refusalsIn, use } from './use.js';
import { layVault } from './vaults.js';

/** A vault with a running service. */
export interface Running extends Place {
  readonly service: Service;
}

interface RunningFault {
  readonly did: string;
  /** Makes the surroundings of the vault before it is laid there. */
  readonly before?: (directory: string) => void;
  readonly env?: (directory: string) => NodeJS.ProcessEnv;
  readonly make: (running: Running) => unknown;
  /** Ends the fault; the service goes on if it still runs. */
  readonly mend?: (directory: string) => unknown;
  /** Where the vault is afterwards. */
  readonly movesTo?: (directory: string) => string;
  /** The fault removes what was acknowledged before it: only what is acknowledged later can be broken. */
  readonly destroys?: boolean;
  /** Why somebody has to be told, even when nothing is refused. */
  readonly tell?: string;
  readonly damaged?: 'log' | 'views';
}

/** Requests before, during and after the fault. */
const FEW = 12;

/** A fault under a running service: what it answers meanwhile, what it says, and what the next start finds. */
export function whileRunning(fault: RunningFault): Case {
  return {
    did: fault.did,
    async run(place) {
      const { directory, vaults, random } = place;
      fault.before?.(directory);
      const ledger = layVault(vaults.stopped, directory);
      const env = fault.env?.(directory) ?? {};
      const service = await start(directory, { env });
      if (service.state !== 'ready') throw new Error(`no start before it: ${service.output()}`);
      const user = writer(service.url, ledger, random);
      await use(user, random, FEW);
      await fault.make({ ...place, service });
      if (fault.destroys) ledger.notes.clear();

      const refused = await use(user, random, FEW);
      const last = refusalsIn([await user.forget(), await user.save()]);
      const reads = await readAll(service.url, ledger);
      const ready = await readyz(service.url);
      const meanwhile = saidIn(service.output());
      await fault.mend?.(directory);
      const recovered = (await user.save()).status === 200;
      const code = service.hasEnded() ? 0 : await service.stop('SIGTERM');

      const at = fault.movesTo?.(directory) ?? directory;
      const after = await examine(at, ledger, { ...fault, env: {} });
      const failed = [...refused, ...last].map(([what, times]) => `${times} × ${what}`);
      const isReady = ready.startsWith('200');
      return {
        ...after,
        wrong: [
          ...wrongIn(reads).map((what) => `${what} meanwhile`),
          ...failed.filter((what) => what.endsWith(' 500')),
          ...(code === 0 ? [] : [`SIGTERM ended it with ${code}`]),
          ...after.wrong,
        ],
        toTell: [
          ...(fault.tell === undefined ? [] : [fault.tell]),
          ...failed,
          ...(recovered ? [] : ['no save before a restart']),
          ...after.toTell,
        ],
        untold: last.size > 0 && isReady ? ['/readyz answers 200 while writes fail'] : [],
        said: [...meanwhile, ...after.said],
        readyz: [ready, ...after.readyz],
      };
    },
  };
}

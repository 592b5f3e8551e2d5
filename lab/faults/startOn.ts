import { start } from '../outside/service.js';
import type { Case } from './cases.js';
import { examine } from './examine.js';
import { saidIn } from './said.js';
import { layVault, type Vaults } from './vaults.js';

/** A case in which a service is started in surroundings that are made before, and mended after it. */
export function startOn({
  did,
  from,
  prepare = () => {},
  spoil,
  mend,
}: {
  readonly did: string;
  readonly from: keyof Pick<Vaults, 'stopped' | 'killed'>;
  /** Makes the directory, where it has to be another than usual. */
  readonly prepare?: (directory: string) => void;
  /** Gets the directory of the vault. */
  readonly spoil: (directory: string) => void;
  readonly mend: (directory: string) => void;
}): Case {
  return {
    did,
    async run({ directory, vaults }) {
      prepare(directory);
      const ledger = layVault(vaults[from], directory);
      spoil(directory);
      const service = await start(directory);
      await service.stop('SIGKILL');
      mend(directory);
      const after = await examine(directory, ledger);
      const toTell = service.state === 'ready' ? [] : ['the start was refused'];
      return { ...after, toTell, said: [...saidIn(service.output()), ...after.said] };
    },
  };
}

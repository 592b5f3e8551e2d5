import type { Case, Place } from './cases.js';
import { examine } from './examine.js';
import { layVault, type Vaults } from './vaults.js';

interface StoppedFault {
  readonly did: string;
  readonly from: keyof Vaults;
  readonly spoil: (directory: string, place: Place) => unknown;
  readonly damaged?: 'log' | 'views';
}

/** A fault of the files of a vault that is not running, and the start after it. */
export function whileStopped({ did, from, spoil, ...options }: StoppedFault): Case {
  return {
    did,
    async run(place) {
      const { directory, vaults } = place;
      const ledger = layVault(vaults[from], directory);
      await spoil(directory, place);
      return examine(directory, ledger, options);
    },
  };
}

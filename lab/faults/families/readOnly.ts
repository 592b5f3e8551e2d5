import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { command, start } from '../../outside/service.js';
import type { Case, Family } from '../cases.js';
import { examine } from '../examine.js';
import { mountReadOnly, noMounts, unmount } from '../mounts.js';
import { saidIn } from '../said.js';
import { startOn } from '../startOn.js';
import { layVault } from '../vaults.js';

/** Data directories that nobody can write to. */
export const readOnly: Family = {
  name: 'read-only',
  missing: noMounts(),
  cases: () => [
    onReadOnly('a start on a read-only vault', 'stopped'),
    onReadOnly('a start on a read-only vault that was killed', 'killed'),
    {
      did: 'a new vault on a read-only file system',
      async run({ directory, vaults }) {
        cpSync(vaults.older.directory, directory, { recursive: true });
        mountReadOnly(directory);
        const service = await start(join(directory, 'new'), {});
        await service.stop('SIGKILL');
        unmount(directory);
        const findings = await examine(directory, vaults.older.ledger);
        return { ...findings, toTell: ['the start was refused'], said: saidIn(service.output()) };
      },
    },
    ...['verify', 'digest', 'backup'].map(commandOn),
  ],
};

function onReadOnly(did: string, from: 'stopped' | 'killed'): Case {
  return startOn({ did, from, spoil: mountReadOnly, mend: unmount });
}

/** A command that only reads works, or says why not. */
function commandOn(name: string): Case {
  return {
    did: `${name} of a read-only vault`,
    async run({ directory, vaults }) {
      const ledger = layVault(vaults.stopped, directory);
      mountReadOnly(directory);
      const args = name === 'backup' ? [name, `${directory}-backup`] : [name];
      const { code, output } = await command(args, directory);
      unmount(directory);
      const after = await examine(directory, ledger);
      if (code === 0) return after;
      return { ...after, toTell: ['the command failed'], said: saidIn(output) };
    },
  };
}

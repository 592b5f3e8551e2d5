import { copyFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../outside/ask.js';
import { start } from '../../outside/service.js';
import type { Case, Family } from '../cases.js';
import { examine } from '../examine.js';
import { empty, fill, mountSmall, noMounts } from '../mounts.js';
import { saidIn } from '../said.js';
import { layVault } from '../vaults.js';
import { whileRunning } from '../whileRunning.js';

const MIB = 24;

/** File systems without space. */
export const fullDisk: Family = {
  name: 'full disk',
  missing: noMounts(),
  cases: () => [
    whileRunning({
      did: 'the disk is full while it saves',
      before: (directory) => mountSmall(directory, MIB),
      make: ({ directory }) => fill(directory),
      mend: empty,
    }),
    whileRunning({
      did: 'the disk is full while it rebuilds',
      before: (directory) => mountSmall(directory, MIB),
      async make({ directory, service }) {
        fill(directory, 100_000);
        await ask(service.url, 'POST', '/admin/projections/rebuild?wait=1');
      },
      mend: empty,
      tell: 'the rebuild failed',
    }),
    whileRunning({
      did: 'only the disk of views.db is full',
      prepare: onOwnDisk,
      make: ({ directory }) => fill(ownDisk(directory)),
      mend: (directory) => empty(ownDisk(directory)),
    }),
    startOn('a start on a full disk', () => {}),
    startOn('a start on a full disk without views.db', (directory) =>
      rmSync(join(directory, 'views.db')),
    ),
  ],
};

const ownDisk = (directory: string) => `${directory}-views`;

/** Moves views.db to a small disk, with a link in its place: SQLite writes next to what a link leads to. */
function onOwnDisk(directory: string): void {
  const disk = ownDisk(directory);
  mountSmall(disk, MIB);
  const [file, moved] = [join(directory, 'views.db'), join(disk, 'views.db')];
  copyFileSync(file, moved);
  rmSync(file);
  symlinkSync(moved, file);
}

function startOn(did: string, spoil: (directory: string) => void): Case {
  return {
    did,
    async run({ directory, vaults }) {
      mountSmall(directory, MIB);
      const ledger = layVault(vaults.killed, directory);
      spoil(directory);
      fill(directory);
      const service = await start(directory);
      await service.stop('SIGKILL');
      empty(directory);
      const after = await examine(directory, ledger);
      const toTell = service.state === 'ready' ? [] : ['the start was refused'];
      return { ...after, toTell, said: [...saidIn(service.output()), ...after.said] };
    },
  };
}

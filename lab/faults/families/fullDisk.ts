import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../outside/ask.js';
import type { Case, Family } from '../cases.js';
import { empty, fill, mountSmall, noMounts } from '../mounts.js';
import { startOn } from '../startOn.js';
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
    onFullDisk('a start on a full disk', () => {}),
    onFullDisk('a start on a full disk without views.db', (directory) =>
      rmSync(join(directory, 'views.db')),
    ),
  ],
};

function onFullDisk(did: string, spoil: (directory: string) => void): Case {
  return startOn({
    did,
    from: 'killed',
    mend: empty,
    prepare: (directory) => mountSmall(directory, MIB),
    spoil(directory) {
      spoil(directory);
      fill(directory);
    },
  });
}

import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, type Family, times } from '../cases.js';
import { whileStopped } from '../whileStopped.js';

const HEADER = 32;
const FRAME = 24 + 4096;

/** Write-ahead logs that lost their end after a kill. */
export const walCuts: Family = {
  name: 'wal cut',
  cases: ({ share }) => [
    ...times(12, share, () => cut('log.db-wal', 'between two frames', wholeFrames)),
    ...times(12, share, () => cut('log.db-wal', 'anywhere', anywhere)),
    ...times(1, share, () => cut('log.db-wal', 'to nothing', () => 0)),
    ...times(8, share, () => cut('views.db-wal', 'anywhere', anywhere)),
    ...times(1, share, () => cut('views.db-wal', 'to nothing', () => 0)),
  ],
};

type Length = (length: number, random: () => number) => number;

const anywhere: Length = (length, random) => Math.floor(random() * length);
const wholeFrames: Length = (length, random) =>
  HEADER + FRAME * Math.floor((random() * (length - HEADER)) / FRAME);

function cut(name: string, where: string, lengthOf: Length): Case {
  return whileStopped({
    did: `${name} cut off ${where}`,
    from: 'killed',
    spoil(directory, { random }) {
      const file = join(directory, name);
      truncateSync(file, lengthOf(statSync(file).size, random));
    },
  });
}

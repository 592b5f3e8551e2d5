import type { Family } from './cases.js';
import { bitFlips } from './families/bitFlips.js';
import { clock } from './families/clock.js';
import { directories } from './families/directories.js';
import { fullDisk } from './families/fullDisk.js';
import { kills } from './families/kills.js';
import { lostFiles } from './families/lostFiles.js';
import { powerLoss } from './families/powerLoss.js';
import { readOnly } from './families/readOnly.js';
import { walCuts } from './families/walCuts.js';

/** All faults that are made, in the order of the table. */
export const FAMILIES: readonly Family[] = [
  kills,
  powerLoss,
  walCuts,
  bitFlips,
  lostFiles,
  directories,
  readOnly,
  fullDisk,
  clock,
];

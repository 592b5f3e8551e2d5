// The entry of the thread that builds read models anew: see `rebuildOnThread.ts`.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { syncPath } from '../files/syncPath.js';
import { allProjections } from '../projections/allProjections.js';
import { buildReplacement, type RebuildStep } from './buildReplacement.js';
import { freshFile } from './databaseFile.js';
import { indexOnThread } from './indexOnThread.js';
import type { Told } from './rebuildOnThread.js';

/** The thread that it starts inherits it. */
const LOW = 15;

// Those who save and search come first. Elsewhere than on Linux this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, LOW);

const tell = (told: Told) => parentPort?.postMessage(told);

const onStep = (step: RebuildStep) => tell({ step });
const built = await buildReplacement(workerData, allProjections, onStep, indexOnThread);
// Most of it is on disk when it is swapped in, and the service has little left to wait for.
syncPath(freshFile(workerData.views));
tell({ built });

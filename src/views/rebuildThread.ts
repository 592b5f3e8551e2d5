// The entry of the thread that builds read models from scratch: see `buildReplacement.ts`.
import { setPriority } from 'node:os';
import { syncPath } from '../files/writeFile.js';
import { allProjections } from '../projections/allProjections.js';
import { serveWorker } from '../threads/worker.js';
import { buildReplacement, type RebuildContract, type RebuildStep } from './buildReplacement.js';
import { freshFile } from './openViews.js';

/** A third of what the others get, and not less: on a busy machine a rebuild would not end. */
const LOW = 5;

// Saves and searches come first. On other systems than Linux this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, LOW);

serveWorker<RebuildContract>((files, emit) => ({
  async build() {
    const onStep = (step: RebuildStep) => emit('step', step);
    const built = await buildReplacement(files, allProjections, onStep);
    // The service waits less for the swap when most of the file is on disk by then.
    syncPath(freshFile(files.views));
    return built;
  },
}));

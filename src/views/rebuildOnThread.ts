import { openWorker } from '../threads/worker.js';
import type { Build, Built, RebuildFiles, RebuildStep } from './buildReplacement.js';

export interface RebuildContract {
  readonly data: RebuildFiles;
  readonly methods: { build(): Built };
  readonly events: { step: RebuildStep };
}

/**
 * As `buildReplacement` with every projection of this release, on a thread of its own that runs when nothing else has
 * work to do. Rejects when the thread fails or `signal` ends it. In any case all files are closed by then.
 */
export const rebuildOnThread: Build = async (files, onStep, signal) => {
  signal.throwIfAborted();
  const worker = openWorker<RebuildContract>(new URL('./rebuildThread.js', import.meta.url), {
    name: 'the rebuild',
    data: files,
    on: { step: onStep },
  });
  const end = () => void worker.close();
  signal.addEventListener('abort', end);
  try {
    return await worker.call('build');
  } finally {
    signal.removeEventListener('abort', end);
    await worker.close();
  }
};

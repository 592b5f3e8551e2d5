import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from './app.js';
import type { AppOptions } from './appOptions.js';
import type { Config } from './config.js';
import { DirectoryLocked } from './log/lock.js';
import type { OnProgress } from './projections/projector.js';
import type { Rebuilt } from './projections/rebuilder.js';
import { rebuildOverHttp } from './rebuildOverHttp.js';

const LOOK_MS = 100;

/** Builds the read models of a vault anew and compares; the service that serves it, if one does, is asked to. */
export async function rebuild(
  config: Config,
  onProgress: OnProgress,
  options: AppOptions = {},
): Promise<Rebuilt> {
  try {
    return await rebuildStopped(config, onProgress, options);
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    return rebuildOverHttp(config, error.message, onProgress);
  }
}

async function rebuildStopped(
  config: Config,
  onProgress: OnProgress,
  options: AppOptions,
): Promise<Rebuilt> {
  const onError = (error: unknown) => console.error(String(error));
  // Opening brings the old ones up to date, so that there is something to compare with.
  const app = await openApp(config, { ...options, onProgress, onError });
  try {
    const rebuilt = app.rebuilder.start();
    const settled = rebuilt.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([settled, sleep(LOOK_MS, false)]))) {
      const { done, total } = app.rebuilder.status();
      onProgress(done, total);
    }
    return await rebuilt;
  } finally {
    await app.close();
  }
}

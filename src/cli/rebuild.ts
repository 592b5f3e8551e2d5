import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '../app/app.js';
import type { AppOptions } from '../app/appOptions.js';
import type { Config } from '../config/config.js';
import { DirectoryLocked } from '../files/lockDirectory.js';
import type { OnProgress } from '../views/projector.js';
import type { Rebuilt } from '../views/rebuilder.js';
import { rebuildOverHttp } from './rebuildOverHttp.js';

const LOOK_MS = 100;

/** Rebuilds the read models of a vault and compares old and new. A running service is asked to do it. */
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
  // Opening the vault brings the old read models up to date, so that they can be compared.
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

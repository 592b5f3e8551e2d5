import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import type { AppOptions } from '../app/app.js';
import { openApp } from '../app/openApp.js';
import type { Config } from '../config/config.js';
import { DirectoryLocked } from '../sqlite/lockDirectory.js';
import type { OnProgress } from '../views/projector.js';
import type { Rebuilt } from '../views/rebuilder.js';
import { ACCEPT_LOSS, ACCEPTS_LOSS, existingVault } from './existingVault.js';
import { runningService } from './ownerClient.js';
import { printFailure } from './terminal/exit.js';
import { command } from './terminal/program.js';
import { progressLine } from './terminal/progress.js';

const LOOK_MS = 100;
/** Longer, because the service limits requests. */
const LOOK_OVER_HTTP_MS = 1000;

export function rebuildCommand(program: Command): void {
  command(program, 'rebuild', {
    description:
      'rebuild the read models from the log and compare old and new; a service may be running',
    examples: ['rebuild'],
  })
    .option(ACCEPT_LOSS, ACCEPTS_LOSS)
    .action(async ({ acceptLoss }) => {
      const progress = progressLine('rebuilding read models');
      const { events, seconds, before, damage, after, same } = await rebuild(
        existingVault(),
        progress.report,
        { threads: true, acceptLoss },
      );
      progress.end();
      console.log(`${events} events in ${seconds.toFixed(2)} s`);
      console.log(
        `before ${before ?? 'could not be read at the same position as the new ones'}\nafter  ${after}`,
      );
      if (damage !== null) console.log(`the old file was damaged: ${damage}`);
      console.log(same ? 'the same' : 'NOT the same');
      if (!same) process.exitCode = 1;
    });
}

/** Builds the read models of a vault from scratch and compares. Where a service holds the vault, the service does it. */
export async function rebuild(
  config: Config,
  onProgress: OnProgress,
  options: AppOptions = {},
): Promise<Rebuilt> {
  try {
    return await rebuildHere(config, onProgress, options);
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    return rebuildOverHttp(config, error, onProgress);
  }
}

async function rebuildHere(config: Config, onProgress: OnProgress, options: AppOptions) {
  // Opening the vault brings the old read models up to date, so that they can be compared.
  const app = await openApp(config, { ...options, onProgress, onError: printFailure });
  const timer = setInterval(() => {
    const { done, total } = app.rebuilder.status();
    onProgress(done, total);
  }, LOOK_MS);
  try {
    return await app.rebuilder.start();
  } finally {
    clearInterval(timer);
    await app.close();
  }
}

/** Asks the service that holds a vault for a rebuild, and waits for its end. */
async function rebuildOverHttp(
  config: Config,
  held: DirectoryLocked,
  onProgress: OnProgress,
): Promise<Rebuilt> {
  const { vault } = await runningService(config, held);
  await vault.POST('/admin/projections/rebuild');
  for (;;) {
    await sleep(LOOK_OVER_HTTP_MS);
    const { state, done, total, last } = (await vault.GET('/admin/projections')).data.rebuild;
    if (state !== 'idle') onProgress(done, total);
    else if (last && 'after' in last) return last;
    else throw new Error(`the rebuild failed: ${last?.error ?? 'the service was restarted'}`);
  }
}

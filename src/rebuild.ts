import { join } from 'node:path';
import { openApp } from './app.js';
import type { Config } from './config.js';
import { allProjections } from './projections/allProjections.js';
import { digestViews } from './projections/digest.js';
import { openViews, rebuildViews } from './projections/openViews.js';
import type { OnProgress } from './projections/projector.js';

export interface Rebuilt {
  readonly events: number;
  readonly seconds: number;
  /** Digests of what the read models held before and after. */
  readonly before: string;
  readonly after: string;
}

/** Builds the read models of a vault that nobody serves anew, and compares. */
export async function rebuild(config: Config, onProgress: OnProgress): Promise<Rebuilt> {
  // Opening brings the old ones up to date, so that both digests speak of the same position.
  const onError = (error: unknown) => console.error(String(error));
  const app = await openApp(config, { onProgress, onError });
  try {
    const before = digestViews(app.projector.views, allProjections).digest;
    app.projector.close();
    const start = performance.now();
    const options = {
      file: join(config.dataDir, 'views.db'),
      log: app.log,
      projections: allProjections,
      onError,
      onProgress,
    };
    await rebuildViews(options);
    const seconds = (performance.now() - start) / 1000;
    const rebuilt = await openViews(options);
    const after = digestViews(rebuilt.views, allProjections).digest;
    rebuilt.close();
    const { position: events } = await app.log.head();
    return { events, seconds, before, after };
  } finally {
    await app.close();
  }
}

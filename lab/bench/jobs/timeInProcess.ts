import { performance } from 'node:perf_hooks';
import type { App } from '../../../src/app/app.js';
import { job } from '../../../tools/job.js';
import { percentile } from '../../../tools/percentile.js';
import { built } from '../built.js';
import { nameOf, PROJECTS } from '../data/recombine.js';

/** Times of a vault without HTTP, in milliseconds. */
export interface InProcessTimes {
  /** Time to open the vault and build its server, with all modules loaded. */
  readonly open: number;
  readonly times: Readonly<Record<'get' | 'context' | 'stats', Percentiles>>;
  /** Ids of observations from all over the vault. */
  readonly ids: readonly string[];
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

const IDS = 1000;
const WARM = 500;
const TIMES = 5000;

export const timeInProcess = job(
  import.meta.url,
  async ({ directory }: { directory: string }): Promise<InProcessTimes> => {
    const { openApp } = await built<typeof import('../../../src/app/openApp.js')>('app/openApp.js');
    const { readConfig } =
      await built<typeof import('../../../src/config/config.js')>('config/config.js');
    const { buildServer } =
      await built<typeof import('../../../src/http/server.js')>('http/server.js');
    const start = performance.now();
    const app = await openApp(readConfig({ VAULT_DATA_DIR: directory, VAULT_LOG_LEVEL: 'silent' }));
    const server = await buildServer(app);
    const open = performance.now() - start;
    try {
      const ids = await someIds(app);
      return { open, ids, times: await timeAll(app, ids) };
    } finally {
      await server.close();
      await app.close();
    }
  },
);

async function timeAll(app: App, ids: readonly string[]): Promise<InProcessTimes['times']> {
  const { getObservation } = await built<typeof import('../../../src/queries/getObservation.js')>(
    'queries/getObservation.js',
  );
  const { getContext } =
    await built<typeof import('../../../src/queries/getContext.js')>('queries/getContext.js');
  const { allOf } =
    await built<typeof import('../../../src/queries/inSlices.js')>('queries/inSlices.js');
  const { getStats } =
    await built<typeof import('../../../src/queries/stats.js')>('queries/stats.js');
  const { EVERYTHING } =
    await built<typeof import('../../../src/domain/caller.js')>('domain/caller.js');
  const views = await app.readModels.latest();
  const project = (i: number) => nameOf(i % PROJECTS);
  return {
    get: await timed((i) => getObservation(app, EVERYTHING, ids[i % ids.length] ?? '')),
    context: await timed((i) =>
      allOf(getContext(async () => views, EVERYTHING, { project: project(i), limit: 20 })),
    ),
    stats: await timed(async () =>
      getStats(async () => views, EVERYTHING, await app.log.totals(), app.clock()),
    ),
  };
}

async function timed(ask: (i: number) => unknown): Promise<Percentiles> {
  for (let i = 0; i < WARM; i += 1) await ask(i);
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const start = performance.now();
    await ask(i);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}

/** Ids of observations from all over the log, read in small pieces. */
async function someIds({ log }: App): Promise<string[]> {
  const { position } = await log.head();
  const ids: string[] = [];
  for (let i = 0; i < IDS; i += 1) {
    // Multiples of the golden ratio, so that the positions do not repeat with each session.
    const after = Math.floor(((i * 0.618_033_988_749_895) % 1) * position);
    const events = await log.readAfter(after, 3);
    const saved = events.find(({ type }) => type === 'observation.saved');
    if (saved) ids.push(saved.stream.slice('observation/'.length));
  }
  return ids;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditWork } from '../maintenance/audit.js';
import { ownFilter, type PrivacyFilter } from '../privacy/privacyFilter.js';
import { shownFrom } from '../queries/visible.js';
import { walCheckpointer } from '../sqlite/walCheckpoint.js';
import type { RebuildFiles } from '../views/buildReplacement.js';
import { type Follower, followHere, followOnThread, type Reopen } from '../views/follower.js';
import type { Projector } from '../views/projector.js';
import type { ReadModels } from '../views/readModels.js';
import type { RebuilderParts } from '../views/rebuilder.js';
import type { AppOptions } from './app.js';
import type { LogCheckParts } from './fileChecks.js';
import { jobPool } from './jobPool.js';
import { type JobData, type JobInput, type JobOutput, type Run, runHere } from './jobs.js';
import type { Searches } from './vault.js';

/** Longer texts, in UTF-16 units, are filtered on a thread. The slowest of this length takes some 20 ms. */
export const LONGEST_HERE = 16 * 1024;

/**
 * Where long work runs: on threads where `options` ask for them, else on the caller's thread. It is about the databases in
 * `files`; `patterns` are the owner's own of the privacy filter.
 */
export function appThreads(options: AppOptions, files: RebuildFiles, patterns: readonly RegExp[]) {
  const { threads = false, onError = () => {}, filter = ownFilter(patterns) } = options;
  const pools = threads ? jobPools({ viewsFile: files.views, patterns }) : undefined;
  const here = runHere({ patterns, projections: options.projections, views: neverRead });
  const run = pools?.alone.run ?? here;
  const checkpoints =
    pools && walCheckpointer((file) => pools.checkpoints.run('checkpoint', file), onError);
  const work: AuditWork & Pick<LogCheckParts, 'checkLog'> = {
    verify: (job, onStep) => run('verify', job, { onStep }),
    signCheckpoint: (dataDir, elsewhere) => run('signCheckpoint', { dataDir, elsewhere }),
    checkLog: (job) => run('checkLog', job),
  };
  const build: RebuilderParts['build'] = (files, how) =>
    (pools?.rebuilds.run ?? here)('rebuild', files, how);
  return {
    work,
    backup: (job: JobInput<'backup'>, how: Parameters<Run>[2]) => run('backup', job, how),
    damageIn: (viewsFile: string) => run('damageIn', viewsFile),
    build,
    checkpoints,
    filter: pools && !options.filter ? sharedFilter(filter, pools.texts.run) : filter,
    searches: (readModels: ReadModels) => searchesIn(readModels, pools?.reads.run),
    /** True while a thread runs a search or a verification. The end of the process would wait for it. */
    isBusy: () => Boolean(pools?.reads.isRunning() || pools?.alone.isRunning()),
    /** Keeps read models that have caught up with the log up to date; `onError` takes what that cannot do. */
    follow: (views: Projector, reopen: Reopen, onError: (error: unknown) => void): Follower =>
      threads ? followOnThread(views, files, onError) : followHere(views, reopen, onError),
    /** Runs `work` while no thread has views.db open. */
    withReadersClosed: (work: () => Promise<void>) =>
      pools ? pools.reads.whileClosed(work) : work(),
    /** Ends whatever would delay a stop. */
    beginStop: async () => pools?.alone.close(),
    /** Ends the threads. Comes before their files are closed. */
    async close() {
      await checkpoints?.close();
      await Promise.all(Object.values(pools ?? {}).map((pool) => pool.close()));
    },
  };
}

/** The threads of a service. None of them runs while there is nothing to do. */
function jobPools(data: JobData) {
  return {
    /**
     * A search makes some MB of garbage: with 4 MB for it, it takes up to twice as long. The old space fits a page of the
     * longest notes.
     */
    reads: jobPool(data, {
      name: 'a search thread',
      threads: 2,
      deep: 4,
      waiting: { most: 250, refusal: 'too many searches are waiting: try again later' },
      memory: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
    }),
    /** What it makes of a text is garbage when it has answered: with more room for that, it keeps 32 MB and is no faster. */
    texts: jobPool(data, {
      name: 'the privacy filter',
      threads: 1,
      memory: { maxYoungGenerationSizeMb: 4 },
    }),
    /** It holds next to nothing; SQLite's own memory is not counted. */
    checkpoints: jobPool(data, {
      name: 'the thread that moves write-ahead logs',
      threads: 1,
      memory: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    }),
    rebuilds: jobPool(data, { name: 'the rebuild', threads: 'one a job' }),
    /** Each job reads a whole file. */
    alone: jobPool(data, { threads: 'one a job' }),
  };
}

const neverRead = () => {
  throw new Error('of the jobs on this thread, only searches read the read models');
};

function searchesIn(readModels: ReadModels, onThread: Run | undefined): Searches {
  const refuse = (error: unknown) => Promise.reject(readModels.refusal(error));
  type Read = 'search' | 'readOn' | 'facets' | 'closestProjects' | 'findNewest';
  /** Reads on a thread if there are any, once all is applied that concerns these read models. */
  async function read<J extends Read>(
    about: ReturnType<typeof shownFrom>,
    job: J,
    input: JobInput<J>,
  ): Promise<JobOutput<J>> {
    if (onThread) {
      await readModels.current(...about);
      return onThread(job, input).catch(refuse);
    }
    return runHere({ views: () => readModels.current(...about), patterns: [] })(job, input);
  }
  return {
    async search(search) {
      const about = shownFrom(search.sees);
      const { reading, ...first } = await read(about, 'search', search);
      const hits = [...first.hits];
      // A hundred of the longest notes in one message would hold the event loop for as long as it takes to read it.
      for (let { left } = first; left.matches.length > 0; ) {
        await nextTurn();
        const next = onThread
          ? await onThread('readOn', left, { hasBegun: true }).catch(refuse)
          : await read(about, 'readOn', left);
        hits.push(...next.hits);
        left = next.left;
      }
      return { hits, reading };
    },
    facets: (search) => read(['observations'], 'facets', search),
    closestProjects: (asked) => read(shownFrom(asked.sees), 'closestProjects', asked),
    findNewest: (listing) => read(['observations'], 'findNewest', listing),
  };
}

/** A filter that holds up nobody: `here` for short texts, and for long ones a thread. */
export function sharedFilter(here: PrivacyFilter, onThread: Run): PrivacyFilter {
  return (text) => (text.length <= LONGEST_HERE ? here(text) : onThread('filter', text));
}

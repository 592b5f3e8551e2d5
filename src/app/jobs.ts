import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { BackupStep } from '../maintenance/backup.js';
import type { VerifyStep } from '../maintenance/verification.js';
import type { VerifyJob } from '../maintenance/verify.js';
import type { Projection } from '../projections/projection.js';
import { inOneRead, type Sql } from '../sqlite/sqlite.js';
import type { RebuildFiles, RebuildStep } from '../views/buildReplacement.js';

/** What a job finds where it runs. */
export interface JobPlace {
  /** The read models for reading. To be called again for each read: a rebuild puts another file in their place. */
  views(): Sql | Promise<Sql>;
  /** The owner's own patterns of the privacy filter. */
  readonly patterns: readonly RegExp[];
  /** Undefined for all of this release: functions cannot be sent to a thread. */
  readonly projections?: readonly Projection[] | undefined;
  /** Takes how far a job is: as its `Step` says. */
  step(step: unknown): void;
}

/** Of all that the machine does, last. */
const IDLE = 19;
/** A third of what the others get, and not less: on a busy machine a rebuild would not end. */
const LOW = 5;

/**
 * What takes long, by name. A job is loaded where it runs, once, and is then a function of its input: on a thread of a pool
 * (`jobPool.ts`), or on the thread that calls it. Each loads its own modules, since a thread keeps in memory all that it has
 * loaded.
 */
const JOBS = {
  /** The first hits of a search, and what is left of it. */
  search: reads(async () => (await import('../queries/search/search.js')).firstHits),
  /** The next hits. */
  readOn: reads(async () => (await import('../queries/search/show.js')).readHits),
  facets: reads(async () => (await import('../queries/search/facets.js')).countFacets),
  closestProjects: reads(
    async () => (await import('../queries/closest/closest.js')).closestProjects,
  ),
  findNewest: reads(async () => (await import('../queries/search/findNewest.js')).findNewest),

  /** Replaces the secrets in a text. */
  filter: async ({ patterns }: JobPlace) =>
    (await import('../privacy/privacyFilter.js')).ownFilter(patterns),

  /** As the function `verify`; its steps are a `VerifyStep`. */
  async verify({ step }: JobPlace) {
    const { verify } = await import('../maintenance/verify.js');
    const say = (state: VerifyStep['state']) => (done: number, total: number) =>
      step({ state, done, total } satisfies VerifyStep);
    return (job: VerifyJob) => verify(job, { log: say('verifying'), views: say('comparing') });
  },
  /** As the function `signCheckpoint`. */
  async signCheckpoint() {
    const { signCheckpoint } = await import('../maintenance/checkpoints.js');
    return ({ dataDir, elsewhere }: { dataDir: string; elsewhere?: string | undefined }) =>
      signCheckpoint(dataDir, elsewhere);
  },
  /** As the function `backup`; its steps are a `BackupStep`. */
  async backup({ step }: JobPlace) {
    const { backup } = await import('../maintenance/backup.js');
    yieldToOthers(LOW);
    const say = (at: BackupStep) => step(at);
    return ({ dataDir, file }: { dataDir: string; file: string }) => backup(dataDir, file, say);
  },
  /** As the function `checkLog`. Nobody waits for it. */
  async checkLog() {
    const { checkLog } = await import('../maintenance/checkLog.js');
    yieldToOthers(IDLE);
    return checkLog;
  },
  /** As the function `damageIn`, about the read models in a file. */
  async damageIn() {
    const { damageIn } = await import('../views/verifyViews.js');
    const { readShared } = await import('../sqlite/databaseFiles.js');
    return (file: string) => readShared(file, damageIn);
  },
  /** As the function `buildReplacement`; its steps are a `RebuildStep`. Saves and searches come first. */
  async rebuild({ step, projections }: JobPlace) {
    const { buildReplacement } = await import('../views/buildReplacement.js');
    const { allProjections } = await import('../projections/allProjections.js');
    yieldToOthers(LOW);
    const say = (rebuild: RebuildStep) => step(rebuild);
    return (files: RebuildFiles) => buildReplacement(files, projections ?? allProjections, say);
  },
  /** Moves the write-ahead log of a file into it. Fails as SQLite does. */
  checkpoint: async () => (await import('../sqlite/walCheckpoint.js')).checkpointFile,
};

export type JobName = keyof typeof JOBS;
type JobOf<J extends JobName> = Awaited<ReturnType<(typeof JOBS)[J]>>;
/** What a job is given, and what it gives. Both are copied between threads, so they have no functions and no classes. */
export type JobInput<J extends JobName> = Parameters<JobOf<J>>[0];
export type JobOutput<J extends JobName> = Awaited<ReturnType<JobOf<J>>>;

interface RunOptions {
  /** Takes how far the job is; what it takes is said beside the job. */
  readonly onStep?: ((step: never) => void) | undefined;
  /** Ends the job: it rejects, and its files are closed by then. */
  readonly signal?: AbortSignal | undefined;
  /** It goes on with work that was done in part, and is not refused because others wait. */
  readonly hasBegun?: boolean;
}

/** Runs a job; `jobPool` does so on a thread, and `runHere` on the thread that calls it. */
export type Run = <J extends JobName>(
  job: J,
  input: JobInput<J>,
  options?: RunOptions,
) => Promise<JobOutput<J>>;

/** What a thread is started with that runs jobs. */
export interface JobData {
  /** The file of the read models. */
  readonly viewsFile: string;
  readonly patterns: readonly RegExp[];
}

export interface JobContract {
  readonly data: JobData;
  readonly methods: {
    run(job: JobName, input: unknown): unknown;
    /** Closes the read models until the next read. */
    closeViews(): void;
  };
  readonly events: { step: unknown };
}

/** The job of a name, ready to run. */
export async function loadJob<J extends JobName>(
  job: J,
  place: JobPlace,
): Promise<(input: JobInput<J>) => JobOutput<J> | Promise<JobOutput<J>>> {
  const load: (place: JobPlace) => Promise<unknown> = JOBS[job];
  // The table gives the job of that very name; the compiler cannot follow that over a union.
  return (await load(place)) as (input: JobInput<J>) => JobOutput<J> | Promise<JobOutput<J>>;
}

/** Runs jobs on the thread that calls it. A job that says how far it is lets other work run in between. */
export const runHere =
  (place: Omit<JobPlace, 'step'>): Run =>
  (job, input, { onStep, signal } = {}) => {
    const step = (at: unknown) => {
      signal?.throwIfAborted();
      // The caller names the job, and so what its steps are.
      onStep?.(at as never);
    };
    return loadJob(job, { ...place, step }).then((work) => work(input));
  };

/** A read of the read models, all of it in one transaction. */
function reads<Input, Output>(load: () => Promise<(views: Sql, input: Input) => Output>) {
  return async ({ views }: JobPlace) => {
    const read = await load();
    return async (input: Input): Promise<Output> =>
      inOneRead(await views(), (sql) => read(sql, input));
  };
}

/** For a thread that ends with the job. On other systems than Linux this would slow down the whole process. */
function yieldToOthers(priority: number): void {
  if (!isMainThread && process.platform === 'linux') setPriority(0, priority);
}

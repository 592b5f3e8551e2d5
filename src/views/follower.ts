import { setTimeout as sleep } from 'node:timers/promises';
import { isDamage } from '../sqlite/database.js';
import { openSqliteReader, SERVICE_CACHE, type Sql } from '../sqlite/sqlite.js';
import { checkpointFile } from '../sqlite/walCheckpoint.js';
import { IDLE_MS, openWorker, type PlainError, type WorkerClient } from '../threads/worker.js';
import { type Progress, type Stops, stopsOf } from './applyEvents.js';
import type { RebuildFiles } from './buildReplacement.js';
import type { Projector } from './projector.js';
import { isWiped, sourceOf } from './viewsFile.js';

/** Keeps the file of read models up with the log: on the caller's thread, or on one of its own. */
export interface Follower {
  /** The file as it is, for reading. Not to be kept: a swap puts another in its place. */
  readonly views: Sql;
  progress(): readonly Progress[];
  /** How far along the log the file is, stopped projections aside. */
  position(): number;
  /** Reads on to the end of the log as of the call. Never rejects: an error is reported, and the work is tried again later. */
  follow(): Promise<void>;
  /** As `ReadModels.wipe`. */
  wipe(mayRewrite: boolean): boolean | Promise<boolean>;
  /** Goes on with another file. Call nothing else meanwhile. When it rejects, the old file stays in use. */
  replace(swap: Swap): Promise<void>;
  close(): void | Promise<void>;
}

/** Puts another file in the place of that of the read models. */
export interface Swap {
  /** Brings the other file up to the log, while nothing is applied to the old one; gives how far it is. */
  ready(): Promise<readonly Progress[]>;
  /** Exchanges them in one turn; `close` closes the old one, and throws while a row of it is being read. */
  exchange(close: () => void): void;
}

/** Follows on in the file that was swapped in; the projections that have stopped stay so. */
export type Reopen = (stopped: Stops) => Projector;

/** How long it waits before it tries again what failed. */
const RETRY_MS = 1000;

/** Follows the log on the thread that calls it, with a file that has caught up. `onError` takes what fails. */
export function followHere(first: Projector, reopen: Reopen, onError: (error: unknown) => void) {
  let running = first;
  let isRecovering = false;
  let closed = false;

  /** After a failed write the file is behind; it follows the log again as soon as it can. */
  async function recover(): Promise<void> {
    if (isRecovering) return;
    isRecovering = true;
    while (!closed) {
      await sleep(RETRY_MS, undefined, { ref: false });
      try {
        if (!closed) await running.catchUp();
        break;
      } catch (error) {
        onError(error);
        // Trying again does not help; the file is replaced.
        if (isDamage(error)) break;
      }
    }
    isRecovering = false;
  }

  return {
    get views() {
      return running.views;
    },
    progress: () => running.progress(),
    position: () => running.position(),
    async follow() {
      try {
        await running.catchUp();
      } catch (error) {
        onError(error);
        void recover();
      }
    },
    wipe(mayRewrite: boolean): boolean {
      try {
        return running.wipe(mayRewrite);
      } catch (error) {
        onError(error);
        return false;
      }
    },
    async replace(swap: Swap) {
      const reached = await swap.ready();
      refuseWhileReading(running.views);
      swap.exchange(() => running.close());
      running = reopen(stopsOf(reached));
    },
    close() {
      closed = true;
      running.close();
    },
  } satisfies Follower;
}

/** Throws while a row of the file is being read, since closing it would. A swap that failed may have closed it. */
function refuseWhileReading({ db }: Sql): void {
  // Runs nothing, but throws when closing would.
  if (db.open) db.exec('');
}

/** What a thread is started with. */
export interface Followed {
  readonly files: RebuildFiles;
  readonly stopped: Stops;
}

export interface FollowContract {
  readonly data: Followed;
  readonly methods: {
    follow(): void;
    /** As `Follower.wipe`. */
    wipe(mayRewrite: boolean): boolean;
    /** Closes the files. Call nothing after it. */
    close(): void;
  };
  readonly events: {
    /** How far each projection is, in their order: handlers cannot cross to another thread. */
    progress: {
      readonly position: number;
      readonly progress: readonly Omit<Progress, 'projection'>[];
    };
    /** What failed is tried again. */
    error: PlainError;
  };
}

/** Many commits fit in it; the young generation is small, so garbage is collected often. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/**
 * Takes over from `projector` with the first event. From then on a thread reads the events from the log and applies
 * them, so that neither answers nor commits wait for the search index. When the thread has died, or ended since it was idle, the
 * next event starts another.
 */
export function followOnThread(
  projector: Projector,
  files: RebuildFiles,
  onError: (error: unknown) => void,
  idleMs = IDLE_MS,
): Follower {
  /** Until a thread takes over. */
  const here = followHere(projector, () => projector, onError);
  let progress = projector.progress();
  let position = projector.position();
  let views = projector.views;
  let thread: WorkerClient<FollowContract> | undefined;
  /** Of threads that were idle. */
  let ending: Promise<unknown> = Promise.resolve();
  /** Something has failed since it was last looked at: the thread may try again by itself. */
  let hasFailed = false;
  let closed = false;
  const idle = setTimeout(() => {
    if (hasFailed || thread?.pending()) idle.refresh();
    else void end();
    hasFailed = false;
  }, idleMs).unref();
  const openReader = () => openSqliteReader(files.views, { cache: SERVICE_CACHE });

  function startThread(): WorkerClient<FollowContract> {
    return openWorker(new URL('./followThread.js', import.meta.url), {
      name: 'the thread that applies events',
      data: { files, stopped: stopsOf(progress) },
      on: { progress: onProgress, error: onThreadError },
      resourceLimits: MEMORY,
    });
  }

  function onProgress(reached: FollowContract['events']['progress']): void {
    position = reached.position;
    progress = progress.map(({ projection, ...before }, i) => ({
      projection,
      ...(reached.progress[i] ?? before),
    }));
  }

  function onThreadError(error: FollowContract['events']['error']): void {
    hasFailed = true;
    onError(Object.assign(new Error(error.message), error));
  }

  /** From now on only the thread writes to the file. */
  function takeOver(): void {
    if (views.db.readonly) return;
    views = openReader();
    projector.close();
  }

  function close(): void {
    if (views.db.readonly) views.db.close();
    else projector.close();
  }

  /** True when the thread answered with true; false also when it failed, or after `close`. */
  async function ask(
    work: (thread: WorkerClient<FollowContract>) => Promise<unknown>,
  ): Promise<boolean> {
    await ending;
    if (closed) return false;
    idle.refresh();
    try {
      takeOver();
      thread ??= startThread();
      return (await work(thread)) === true;
    } catch (error) {
      if (!thread?.isRunning()) thread = undefined;
      onError(error);
      return false;
    }
  }

  function checkpoint(): void {
    try {
      checkpointFile(files.views);
    } catch (error) {
      onError(error);
    }
  }

  /** Ends the thread if there is one. Its files are closed by then. */
  function end(): Promise<unknown> {
    const last = thread;
    thread = undefined;
    if (last)
      ending = last
        .call('close')
        .catch(onError)
        .then(() => last.close());
    return ending;
  }

  return {
    get views() {
      return views;
    },
    progress: () => progress,
    position: () => position,
    async follow() {
      await ask((thread) => thread.call('follow'));
    },
    async wipe(mayRewrite) {
      // The main thread has no time to write the file again.
      if (views.db.readonly || !isWiped(views))
        return ask((thread) => thread.call('wipe', mayRewrite));
      return here.wipe(mayRewrite);
    },
    async replace(swap) {
      await end();
      const reached = await swap.ready();
      refuseWhileReading(views);
      swap.exchange(close);
      views = openReader();
      progress = reached;
      position = sourceOf(views).position;
    },
    async close() {
      close();
      clearTimeout(idle);
      const writerLives = thread?.isRunning() || !views.db.readonly;
      await end();
      closed = true;
      // The last to close the file moves its write-ahead log into it, which cannot be done for reading only.
      if (!writerLives) checkpoint();
    },
  };
}

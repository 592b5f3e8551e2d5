import { openSqliteReader, SERVICE_CACHE } from '../sqlite/sqlite.js';
import { IDLE_MS, openWorker, type PlainError, type WorkerClient } from '../threads/worker.js';
import { type Progress, type Stops, stopsOf } from './applyEvents.js';
import type { RebuildFiles } from './buildReplacement.js';
import { type Follower, type Projector, refuseWhileReading } from './projector.js';
import { isWiped, sourceOf } from './viewsFile.js';

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
  let progress = projector.progress();
  let position = projector.position();
  let views = projector.views;
  let thread: WorkerClient<FollowContract> | undefined;
  /** Of threads that were idle. */
  let ending: Promise<unknown> = Promise.resolve();
  /** It tries again by itself what failed. */
  let isTrying = false;
  let closed = false;
  const idle = setTimeout(() => {
    if (isTrying || thread?.pending()) idle.refresh();
    else void end();
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
    isTrying = false;
    position = reached.position;
    progress = progress.map(({ projection, ...before }, i) => ({
      projection,
      ...(reached.progress[i] ?? before),
    }));
  }

  function onThreadError(error: FollowContract['events']['error']): void {
    isTrying = true;
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
    // The main thread has no time to write the file again.
    wipe: async (mayRewrite) =>
      views.db.readonly || !isWiped(views)
        ? ask((thread) => thread.call('wipe', mayRewrite))
        : projector.wipe(mayRewrite),
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
      // The last to close the file moves its write-ahead log into it, which cannot be done for reading only.
      close();
      clearTimeout(idle);
      await end();
      closed = true;
    },
  };
}

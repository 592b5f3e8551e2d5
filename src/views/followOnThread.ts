import { Worker } from 'node:worker_threads';
import { openSqliteReader, SERVICE_CACHE } from '../sqlite/sqlite.js';
import { threadError } from '../threads/threadError.js';
import { type Progress, type Stops, stopsOf } from './applyEvents.js';
import type { RebuildFiles } from './buildReplacement.js';
import type { Follower } from './follower.js';
import type { Projector } from './projector.js';
import { sourceOf } from './viewsFile.js';
import { isWiped } from './wipeViews.js';

/** What a thread is started with. */
export interface Followed {
  readonly files: RebuildFiles;
  readonly stopped: Stops;
}

/** What a thread is asked: to follow the log to its end, to wipe what was erased, or to close its files and end. */
export type Asked = 'follow' | 'wipe' | 'close';

/** What it says: how far it is, what went wrong, and the answer to what it was asked. */
export type Told =
  | { readonly position: number; readonly progress: readonly Reached[] }
  | { readonly complaint: string }
  | { readonly answer: boolean };

/** A projection of `Progress` by its name: handlers cannot cross to another thread. */
export interface Reached extends Omit<Progress, 'projection'> {
  readonly name: string;
}

type Thread = ReturnType<typeof startThread>;

/** Events of one commit fit many times; garbage is thrown away soon. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/**
 * Takes over from `projector` with the first event and applies what comes on a thread that reads it from the log, so that
 * neither answers nor commits wait for the search index. When the thread dies, the next event starts another.
 */
export function followOnThread(
  projector: Projector,
  files: RebuildFiles,
  onError: (error: unknown) => void,
): Follower {
  let progress = projector.progress();
  let position = projector.position();
  let views = projector.views;
  let thread: Thread | undefined;
  let closed = false;
  const openReader = () => openSqliteReader(files.views, { cache: SERVICE_CACHE });

  function onTold(told: Told): void {
    if ('complaint' in told) onError(new Error(told.complaint));
    if (!('progress' in told)) return;
    position = told.position;
    progress = progress.map((one) => {
      const { position = one.position, stopped } =
        told.progress.find(({ name }) => name === one.projection.name) ?? one;
      return { projection: one.projection, position, stopped };
    });
  }

  /** Whoever writes is on the thread from now on. */
  function takeOver(): void {
    if (views.db.readonly) return;
    views = openReader();
    projector.close();
  }

  function close(): void {
    if (views.db.readonly) views.db.close();
    else projector.close();
  }

  /** False when the thread failed, or is not to be started any more. */
  async function ask(asked: Asked): Promise<boolean> {
    if (closed) return false;
    try {
      takeOver();
      thread ??= startThread({ files, stopped: stopsOf(progress) }, onTold);
      return await thread.ask(asked);
    } catch (error) {
      thread = undefined;
      onError(error);
      return false;
    }
  }

  async function end(): Promise<void> {
    const ending = thread;
    if (!ending) return;
    await ask('close');
    await ending.ended();
    thread = undefined;
  }

  return {
    get views() {
      return views;
    },
    progress: () => progress,
    position: () => position,
    async follow() {
      await ask('follow');
    },
    readsLog: true,
    // To write the file again takes too long for here.
    wipe: async () => (views.db.readonly || !isWiped(views) ? ask('wipe') : projector.wipe()),
    async replace(swap) {
      await end();
      const reached = await swap.ready();
      // Runs nothing, but throws when closing would.
      views.db.exec('');
      swap.exchange(close);
      views = openReader();
      progress = reached;
      position = sourceOf(views).position;
    },
    async close() {
      // The last to close the file moves its write-ahead log into it, which cannot be done for reading only.
      close();
      await end();
      closed = true;
    },
  };
}

function startThread(followed: Followed, onTold: (told: Told) => void) {
  const worker = new Worker(new URL('./followThread.js', import.meta.url), {
    workerData: followed,
    resourceLimits: MEMORY,
  });
  let settle: { resolve: (answer: boolean) => void; reject: (error: unknown) => void } | undefined;
  let failure: unknown;
  worker.on('message', (told: Told) => {
    onTold(told);
    if ('answer' in told) settle?.resolve(told.answer);
  });
  worker.on('error', (error) => {
    failure = threadError('the thread that applies events', error);
  });
  worker.on('exit', () => {
    failure ??= new Error('the thread that applies events has ended');
    settle?.reject(failure);
  });
  // When the rest of the process is done only an answer is worth waiting for.
  worker.unref();
  return {
    /** One at a time. Rejects when the thread ends before it answers. */
    ask: (asked: Asked) =>
      new Promise<boolean>((resolve, reject) => {
        settle = { resolve, reject };
        worker.ref();
        if (failure === undefined) worker.postMessage(asked);
        else reject(failure);
      }).finally(() => worker.unref()),
    ended: () => worker.terminate(),
  };
}

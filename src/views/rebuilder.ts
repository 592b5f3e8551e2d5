import { Rejection } from '../domain/rejection.js';
import type { LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { openSqlite } from '../sqlite/sqlite.js';
import type { Progress, Stops } from './applyEvents.js';
import type { Build, RebuildFiles, RebuildStep } from './buildReplacement.js';
import { freshFile, removeBuild, replaceDatabase } from './databaseFile.js';
import { projector, stoppedError } from './projector.js';
import type { ReadModels } from './readModels.js';

/** A rebuild that went through. */
export interface Rebuilt {
  /** Events that were replayed and compared. */
  readonly events: number;
  readonly seconds: number;
  /** Digests of what the read models held before and after; null when the old ones could not be read. */
  readonly before: string | null;
  readonly after: string;
  readonly same: boolean;
}

export interface RebuildStatus {
  readonly state: 'idle' | 'swapping' | RebuildStep['state'];
  /** Events replayed, of how many. */
  readonly done: number;
  readonly total: number;
  /** How the one before went, since the start of the process. */
  readonly last?: Rebuilt | { readonly error: string };
}

/** Rebuilds the read models of a service that goes on reading and writing. */
export interface Rebuilder {
  /** Begins one. Throws `Rejection('conflict')` while another runs; the promise rejects if it fails. */
  start(): Promise<Rebuilt>;
  status(): RebuildStatus;
  /** Ends the one that runs, if any, and leaves nothing of it behind. */
  close(): Promise<void>;
}

/** What a rebuilder works with. */
export interface RebuilderParts {
  readonly files: RebuildFiles;
  readonly log: LogReads;
  readonly projections: readonly Projection[];
  /** The read models that are served. */
  readonly running: ReadModels;
  readonly build: Build;
  /** Does something while no search thread has the file open. */
  readonly withReadersClosed: (work: () => Promise<void>) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export function rebuilder(parts: RebuilderParts): Rebuilder {
  const { files, log, projections, running, onError } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  let status: RebuildStatus = { state: 'idle', done: 0, total: 0 };
  let finished: Promise<unknown> = Promise.resolve();

  async function rebuild(): Promise<Rebuilt> {
    const start = performance.now();
    try {
      // What waits to be applied would only be waited for.
      await running.current();
      const { events, before, after, stopped } = await parts.build(
        files,
        (step) => {
          status = { ...status, ...step };
        },
        signal,
      );
      refuseWorse(running.progress(), stopped);
      status = { ...status, state: 'swapping' };
      await swapIn(stopped);
      const seconds = (performance.now() - start) / 1000;
      const last = { events, seconds, before, after, same: before === after };
      status = { state: 'idle', done: events, total: events, last };
      return last;
    } catch (error) {
      removeBuild(files.views);
      const reason = signal.aborted ? new Rejection('not_ready', 'the service is stopping') : error;
      status = { state: 'idle', done: 0, total: 0, last: { error: wordsFor(reason) } };
      if (!signal.aborted) onError(error);
      throw reason;
    }
  }

  async function swapIn(stopped: Stops): Promise<void> {
    const next = projector(
      openSqlite(freshFile(files.views), 'OFF'),
      log,
      projections,
      onError,
      stopped,
    );
    try {
      await next.catchUp();
      const swap = {
        async ready() {
          await next.catchUp();
          signal.throwIfAborted();
          return next.progress();
        },
        exchange(close: () => void) {
          next.close();
          replaceDatabase(files.views, close);
        },
      };
      await parts.withReadersClosed(() => running.replace(swap));
    } finally {
      next.close();
    }
  }

  return {
    start() {
      if (signal.aborted) throw new Rejection('not_ready', 'the service is stopping');
      if (status.state !== 'idle') {
        throw new Rejection(
          'conflict',
          `a rebuild is already running (${status.done} of ${status.total} events): wait until it ends`,
        );
      }
      status = { ...status, state: 'building', done: 0, total: 0 };
      const rebuilt = rebuild();
      // Whoever started it may not wait for it.
      finished = rebuilt.catch(() => {});
      return rebuilt;
    },
    status: () => status,
    async close() {
      closing.abort();
      await finished;
    },
  };
}

/** A projection that stops where the old one did not would lose what is there. */
function refuseWorse(old: readonly Progress[], stopped: Stops): void {
  for (const { projection, stopped: before } of old) {
    const now = stopped[projection.name];
    if (!now || (before && before.at <= now.at)) continue;
    const reason = stoppedError({ projection, position: now.at - 1, stopped: now }).message;
    throw new Rejection('conflict', `${reason}. The old read models stay in use`);
  }
}

/** What went wrong, without the internals of the service. */
function wordsFor(reason: unknown): string {
  return reason instanceof Rejection ? reason.message : 'failed; the service has logged why';
}

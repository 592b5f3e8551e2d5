import { aboutFile, Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { Rejection } from '../domain/rejection.js';
import type { LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import type { Progress, Stops } from './applyEvents.js';
import type { Built, RebuildFiles, RebuildStep } from './buildReplacement.js';
import { freshFile, removeBuild, replaceDatabase } from './openViews.js';
import { projector, stoppedError } from './projector.js';
import type { ReadModels } from './readModels.js';
import { openViewsFile } from './viewsFile.js';

/** The result of a rebuild that succeeded. */
export interface Rebuilt {
  /** Events that were replayed and compared. */
  readonly events: number;
  readonly seconds: number;
  /** Digests of the read models before and after; `before` is null when the old ones could not be read. */
  readonly before: string | null;
  /** What was damaged in the old file, such as an index; null when nothing was, or it was not looked at. */
  readonly damage: string | null;
  readonly after: string;
  readonly same: boolean;
}

interface RebuildStatus {
  readonly state: 'idle' | 'swapping' | RebuildStep['state'];
  /** Events replayed, of how many. */
  readonly done: number;
  readonly total: number;
  /** The result of the last rebuild since the start of the process. */
  readonly last?: Rebuilt | { readonly error: string };
}

/** Rebuilds the read models of a service that goes on reading and writing. */
export interface Rebuilder {
  /** Throws `Rejection('conflict')` while a rebuild runs. */
  assertIdle(): void;
  /** Begins a rebuild. Throws as `assertIdle`; the promise rejects when it fails. */
  start(): Promise<Rebuilt>;
  /**
   * The same for read models that cannot be used: it waits for a rebuild that is running, and takes the new ones even
   * when one of them stops earlier than before.
   */
  mend(): Promise<Rebuilt>;
  status(): RebuildStatus;
  /** Ends the rebuild that runs, if any, and removes its files. */
  close(): Promise<void>;
}

/** What a rebuilder needs. */
export interface RebuilderParts {
  readonly files: RebuildFiles;
  readonly log: LogReads;
  readonly projections: readonly Projection[];
  /** The read models that are served. */
  readonly running: ReadModels;
  /** Builds read models next to the old ones (`buildReplacement`). Rejects once `signal` aborts it; its files are closed by then. */
  readonly build: (
    files: RebuildFiles,
    options: { onStep: (step: RebuildStep) => void; signal: AbortSignal },
  ) => Promise<Built>;
  /** Runs `work` while no search thread has the file open. */
  readonly withReadersClosed: (work: () => Promise<void>) => Promise<void>;
  /** Says that a rebuild which somebody asked for begins and ends. */
  readonly say: Reporter['say'];
  readonly onError: (error: unknown) => void;
}

export function rebuilder(parts: RebuilderParts): Rebuilder {
  const { files, log, projections, running } = parts;
  const fresh = freshFile(files.views);
  const onError = (error: unknown) => parts.onError(aboutFile(error, fresh));
  const closing = new AbortController();
  const { signal } = closing;
  let status: RebuildStatus = { state: 'idle', done: 0, total: 0 };
  let finished: Promise<unknown> = Promise.resolve();

  async function rebuild(isMending: boolean): Promise<Rebuilt> {
    const start = performance.now();
    try {
      // The build can only be compared once the waiting events are applied, so they are applied first.
      await running.latest();
      const { events, before, damage, after, stopped } = await parts.build(files, {
        onStep: (step) => {
          status = { ...status, ...step };
        },
        signal,
      });
      if (!isMending) refuseWorse(running.progress(), stopped);
      status = { ...status, state: 'swapping' };
      await swapIn(stopped);
      const seconds = (performance.now() - start) / 1000;
      const same = before === after && damage === null;
      const last = { events, seconds, before, damage, after, same };
      status = { state: 'idle', done: events, total: events, last };
      return last;
    } catch (error) {
      const reason = signal.aborted ? new Rejection('not_ready', 'the service is stopping') : error;
      // First, since whoever waits for the end of the rebuild waits for this state.
      status = { state: 'idle', done: 0, total: 0, last: { error: wordsFor(reason) } };
      if (!signal.aborted) onError(rebuildFailed(aboutFile(error, fresh)));
      try {
        removeBuild(files.views);
      } catch (left) {
        // The next rebuild, or the next start, removes what is left.
        onError(left);
      }
      throw reason;
    }
  }

  async function swapIn(stopped: Stops): Promise<void> {
    const next = projector(openViewsFile(fresh, 'OFF'), log, projections, onError, stopped);
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

  function begin(isMending: boolean): Promise<Rebuilt> {
    if (signal.aborted) throw new Rejection('not_ready', 'the service is stopping');
    status = { ...status, state: 'building', done: 0, total: 0 };
    const rebuilt = rebuild(isMending);
    // A caller may ignore the promise; a failure must not count as an unhandled rejection.
    finished = rebuilt.catch(() => {});
    return rebuilt;
  }

  function assertIdle(): void {
    if (status.state === 'idle') return;
    throw new Rejection(
      'conflict',
      `a rebuild is already running (${status.done} of ${status.total} events): wait until it ends`,
    );
  }

  return {
    assertIdle,
    start() {
      assertIdle();
      const rebuilt = begin(false);
      parts.say('rebuild_started', 'the read models are being rebuilt');
      rebuilt.then(
        ({ events, seconds, same }) =>
          parts.say(
            'rebuild_finished',
            `the read models were rebuilt from ${events} events: ${same ? 'they are the same as before' : 'they differ from those before'}`,
            { seconds },
          ),
        // `onError` gets why; the caller gets it as well.
        () => {},
      );
      return rebuilt;
    },
    async mend() {
      while (status.state !== 'idle') await finished;
      return begin(true);
    },
    status: () => status,
    async close() {
      closing.abort();
      await finished;
    },
  };
}

/** Throws when a projection stopped earlier than in the old read models: a swap would lose rows. */
function refuseWorse(old: readonly Progress[], stopped: Stops): void {
  for (const { projection, stopped: before } of old) {
    const now = stopped[projection.name];
    if (!now || (before && before.at <= now.at)) continue;
    const reason = stoppedError({ projection, position: now.at - 1, stopped: now }).message;
    throw new Rejection('conflict', `${reason}. The old read models stay in use`);
  }
}

/** Why a rebuild failed, for those who run the vault. */
function rebuildFailed(error: unknown): Diagnostic {
  const { message, file } = diagnosticOf(error);
  return new Diagnostic('rebuild_failed', `the read models could not be rebuilt: ${message}`, {
    file,
    cause: error,
  });
}

/** The message for callers of why long work failed, without the internals of the service. */
export function wordsFor(reason: unknown): string {
  return reason instanceof Rejection ? reason.message : 'failed; the service has logged why';
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { Head, LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import type { Sql } from '../sqlite/sqlite.js';
import { applyEvents, type Progress, type Stops } from './applyEvents.js';
import { cursorsOf, isOutdated, sourceOf, wipeViews } from './viewsFile.js';

/** Called after every page of a long run, with numbers of events. */
export type OnProgress = (done: number, total: number) => void;

/** Brings a file of read models up to a log. */
export interface Projector {
  readonly views: Sql;
  progress(): readonly Progress[];
  /** The last event that every projection has seen, stopped ones aside. */
  position(): number;
  /**
   * Reads on and applies. Other work gets its turn between pages. It ends at the head of the log as of the
   * call: where saves never pause, the log grows as fast as it is read. Rejects when it fails.
   */
  catchUp(onProgress?: OnProgress): Promise<void>;
  /** As `wipeViews`. */
  wipe(mayRewrite: boolean): boolean;
  close(): void;
}

const PAGE = 1000;

/**
 * Follows a log with read models from where their file says they are. Those known to have stopped stay so.
 * `onMoved` is called whenever events were applied.
 */
export function projector(
  views: Sql,
  log: LogReads,
  projections: readonly Projection[],
  onError: (error: unknown) => void,
  stopped: Stops = {},
  onMoved: () => void = () => {},
): Projector {
  let progress = progressOf(views, projections, stopped);
  /** Kept here as well, so that a file that can no longer be read can still be replaced. */
  let source = sourceOf(views).position;
  let closed = false;

  function apply(events: readonly LoggedEvent[], head: Head): void {
    const before = progress;
    progress = applyEvents(views, progress, events, head);
    source = Math.max(source, head.position);
    for (const [i, one] of progress.entries()) {
      if (one.stopped && !before[i]?.stopped) onError(stoppedError(one));
    }
    onMoved();
  }

  async function catchUp(onProgress?: OnProgress): Promise<void> {
    const total = (await log.head()).position;
    while (slowest() < total && !closed) {
      const events = await log.readAfter(slowest(), PAGE);
      const position = events.at(-1)?.position;
      const hash = position === undefined ? undefined : await log.hashAt(position);
      if (position === undefined || hash === undefined || closed) return;
      apply(events, { position, hash });
      onProgress?.(position, Math.max(total, position));
      if (position < total) await nextTurn();
    }
  }

  function slowest(): number {
    const moving = progress.filter(({ stopped }) => !stopped);
    return Math.min(source, ...moving.map(({ position }) => position));
  }

  return {
    views,
    progress: () => progress,
    position: slowest,
    catchUp,
    wipe: (mayRewrite) => wipeViews(views, projections, mayRewrite),
    close() {
      closed = true;
      views.db.close();
    },
  };
}

function progressOf(
  views: Sql,
  projections: readonly Projection[],
  stopped: Stops,
): readonly Progress[] {
  const cursors = new Map(cursorsOf(views).map((cursor) => [cursor.name, cursor]));
  return projections.map((projection) => {
    const cursor = cursors.get(projection.name);
    return {
      projection,
      position: cursor?.position ?? 0,
      stopped: stopped[projection.name],
      outdated: cursor && isOutdated(cursor),
    };
  });
}

/** True when one of them shows what was redacted. Its file is of no use any more. */
export function areOutdated(progress: readonly Progress[]): boolean {
  return progress.some(({ outdated }) => outdated);
}

/** The error that reports a projection whose handler threw. */
export function stoppedError({ projection, stopped }: Progress): Diagnostic {
  return new Diagnostic(
    'projection_stopped',
    `projection ${projection.name} stopped at event ${stopped?.at}: ${stopped?.error}`,
  );
}

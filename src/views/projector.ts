import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { Head, LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { isDamage } from '../sqlite/database.js';
import type { Sql } from '../sqlite/sqlite.js';
import { applyEvents, type Progress, type Stops } from './applyEvents.js';
import { cursorsOf, isOutdated, openViewsFile, sourceOf, wipeViews } from './viewsFile.js';

/** Keeps the file of read models up with the log: on the caller's thread (`projector`), or on one of its own. */
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

/** Called after every page of a long run, with numbers of events. */
export type OnProgress = (done: number, total: number) => void;

/** Keeps the read models up with the log on the thread that calls it. */
export interface Projector extends Follower {
  /**
   * As `follow`, but rejects when it fails. Other work gets its turn between pages. It ends at the head of the log as of the
   * call: where saves never pause, the log grows as fast as it is read.
   */
  catchUp(onProgress?: OnProgress): Promise<void>;
  wipe(mayRewrite: boolean): boolean;
  close(): void;
}

const PAGE = 1000;
const RETRY_MS = 1000;

/**
 * Follows a log with read models from where their file says they are. Those known to have stopped stay so.
 * `onMoved` is called whenever events were applied.
 */
export function projector(
  file: Sql,
  log: LogReads,
  projections: readonly Projection[],
  onError: (error: unknown) => void,
  stopped: Stops = {},
  onMoved: () => void = () => {},
): Projector {
  let views = file;
  let progress = progressOf(views, projections, stopped);
  /** Kept here as well, so that a file that can no longer be read can still be replaced. */
  let source = sourceOf(views).position;
  let catchingUp = false;
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

  /** After a failed write the views are behind; they follow the log again as soon as they can. */
  async function recover(): Promise<void> {
    if (catchingUp) return;
    catchingUp = true;
    while (!closed) {
      await sleep(RETRY_MS, undefined, { ref: false });
      try {
        if (!closed) await catchUp();
        break;
      } catch (error) {
        onError(error);
        // Trying again does not help; the file is replaced.
        if (isDamage(error)) break;
      }
    }
    catchingUp = false;
  }

  /** The last event that every projection has seen, stopped ones aside. */
  function slowest(): number {
    const moving = progress.filter(({ stopped }) => !stopped);
    return Math.min(source, ...moving.map(({ position }) => position));
  }

  return {
    get views() {
      return views;
    },
    progress: () => progress,
    position: slowest,
    catchUp,
    async follow() {
      try {
        await catchUp();
      } catch (error) {
        onError(error);
        void recover();
      }
    },
    wipe(mayRewrite) {
      try {
        return wipeViews(views, projections, mayRewrite);
      } catch (error) {
        onError(error);
        return false;
      }
    },
    async replace(swap) {
      const reached = await swap.ready();
      refuseWhileReading(views);
      swap.exchange(() => views.db.close());
      views = openViewsFile(file.db.name, 'NORMAL');
      progress = reached;
      source = sourceOf(views).position;
    },
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

/** Throws while a row of the file is being read, since closing it would. A swap that failed may have closed it. */
export function refuseWhileReading({ db }: Sql): void {
  // Runs nothing, but throws when closing would.
  if (db.open) db.exec('');
}

/** The error that reports a projection whose handler threw. */
export function stoppedError({ projection, stopped }: Progress): Diagnostic {
  return new Diagnostic(
    'projection_stopped',
    `projection ${projection.name} stopped at event ${stopped?.at}: ${stopped?.error}`,
  );
}

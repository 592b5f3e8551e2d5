import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { Head, LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import type { Sql } from '../sqlite/sqlite.js';
import { applyEvents, isDamage, type Progress, type Stops } from './applyEvents.js';
import { cursorsOf, sourceOf } from './viewsFile.js';
import { wipeViews } from './wipeViews.js';

/** Told after every page of a long run, in events. */
export type OnProgress = (done: number, total: number) => void;

/** Keeps the read models up with the log. */
export interface Projector {
  /** The file as it is now: a rebuild puts another in its place, so it is not to be kept. */
  readonly views: Sql;
  progress(): readonly Progress[];
  /** How far along the log the file is, stopped projections aside. */
  position(): number;
  /** Applies what was just appended. Never throws: the fact is in the log, a view can catch up. */
  apply(seen: EventPage): void;
  /** Reads on to the end of the log from where the read models are; others get their turn between pages. */
  catchUp(onProgress?: OnProgress): Promise<void>;
  /** As `catchUp`, but never rejects: what fails is told, and tried again later. */
  follow(): Promise<void>;
  /** Makes what was erased so far unreadable in the file itself; false when something holds it up. */
  wipe(): boolean;
  /**
   * Goes on with the file that `swap` gives, which must not be behind; `swap` closes the one so far.
   * Throws, and changes nothing, while a row of that is being read.
   */
  replace(swap: (close: () => void) => Sql, progress: readonly Progress[]): void;
  close(): void;
}

/** Events to apply, and where the log ends after them. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  readonly head: Head;
}

const PAGE = 1000;
const RETRY_MS = 1000;

/**
 * Follows a log with read models from where their file says they are. Those known to have stopped stay so.
 * `onMoved` is told whenever events were applied.
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

  function applyNow({ events, head }: EventPage): void {
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
    for (;;) {
      const events = await log.readAfter(slowest(), PAGE);
      const position = events.at(-1)?.position;
      const hash = position === undefined ? undefined : await log.hashAt(position);
      if (position === undefined || hash === undefined || closed) return;
      applyNow({ events, head: { position, hash } });
      onProgress?.(position, Math.max(total, position));
      // Not near the end: new events would come as fast as they are read.
      if (position < total) await nextTurn();
      if (closed) return;
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
        // Trying again does not mend it; the next start builds the file anew.
        if (isDamage(error)) break;
      }
    }
    catchingUp = false;
  }

  function close(): void {
    views.db.close();
  }

  /** The last event that every projection has seen which still moves. */
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
    apply(seen) {
      try {
        const position = slowest();
        if (position >= seen.head.position) return;
        const first = seen.events[0]?.position ?? seen.head.position + 1;
        if (position >= first - 1) applyNow(seen);
        else void recover();
      } catch (error) {
        onError(error);
        void recover();
      }
    },
    catchUp,
    async follow() {
      try {
        await catchUp();
      } catch (error) {
        onError(error);
        void recover();
      }
    },
    wipe() {
      try {
        return wipeViews(views, projections);
      } catch (error) {
        onError(error);
        return false;
      }
    },
    replace(swap, reached) {
      // Runs nothing, but throws when closing would.
      views.db.exec('');
      views = swap(close);
      progress = reached;
      source = sourceOf(views).position;
    },
    close() {
      closed = true;
      close();
    },
  };
}

function progressOf(
  views: Sql,
  projections: readonly Projection[],
  stopped: Stops,
): readonly Progress[] {
  const positions = new Map(cursorsOf(views).map(({ name, position }) => [name, position]));
  return projections.map((projection) => ({
    projection,
    position: positions.get(projection.name) ?? 0,
    stopped: stopped[projection.name],
  }));
}

/** How a projection that threw is spoken of. */
export function stoppedError({ projection, stopped }: Progress): Error {
  return new Error(
    `projection ${projection.name} stopped at event ${stopped?.at}: ${stopped?.error}`,
  );
}

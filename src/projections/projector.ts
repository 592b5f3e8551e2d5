import { setTimeout as sleep } from 'node:timers/promises';
import type { Appended, EventLog } from '../log/eventLog.js';
import type { Sql } from '../log/sqlite.js';
import { applyEvents, isDamage, type Progress } from './applyEvents.js';
import type { Projection } from './projection.js';
import { checkpointsOf, sourceOf } from './viewsFile.js';

/** Told after every page of a long run, in events. */
export type OnProgress = (done: number, total: number) => void;

/** Keeps the read models up with the log. */
export interface Projector {
  readonly views: Sql;
  progress(): readonly Progress[];
  /** Applies what was just appended. Never throws: the fact is in the log, a view can catch up. */
  apply(appended: Appended): void;
  /** Reads on in the log from where the read models are. */
  catchUp(onProgress?: OnProgress): Promise<void>;
  /** True once every projection has seen event `position`; false when that takes over `ms`. */
  waitFor(position: number, ms: number): Promise<boolean>;
  close(): void;
}

const PAGE = 1000;
const RETRY_MS = 1000;

/** Follows a log with read models from where their file says they are. */
export function projector(
  views: Sql,
  log: EventLog,
  projections: readonly Projection[],
  onError: (error: unknown) => void,
): Projector {
  const positions = new Map(checkpointsOf(views).map(({ name, position }) => [name, position]));
  let progress: readonly Progress[] = projections.map((projection) => ({
    projection,
    position: positions.get(projection.name) ?? 0,
  }));
  let catchingUp = false;
  let closed = false;
  const waiting = new Set<() => void>();

  function applyNow(appended: Appended): void {
    const before = progress;
    progress = applyEvents(views, progress, appended.events, appended.head);
    for (const [i, one] of progress.entries()) {
      if (one.stopped && !before[i]?.stopped) onError(stoppedError(one));
    }
    for (const wake of waiting) wake();
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

  /** The last event that every projection has seen which still moves. */
  function slowest(): number {
    const moving = progress.filter(({ stopped }) => !stopped);
    return Math.min(sourceOf(views).position, ...moving.map(({ position }) => position));
  }

  const seen = () => Math.min(...progress.map(({ position }) => position));

  return {
    views,
    progress: () => progress,
    apply(appended) {
      try {
        const first = appended.events[0]?.position ?? appended.head.position + 1;
        if (slowest() === first - 1) applyNow(appended);
        else void recover();
      } catch (error) {
        onError(error);
        void recover();
      }
    },
    catchUp,
    async waitFor(position, ms) {
      if (seen() >= position) return true;
      return new Promise((resolve) => {
        const settle = (reached: boolean) => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve(reached);
        };
        const wake = () => seen() >= position && settle(true);
        const timer = setTimeout(settle, ms, false);
        waiting.add(wake);
      });
    },
    close() {
      closed = true;
      views.db.close();
    },
  };
}

function stoppedError({ projection, stopped }: Progress): Error {
  return new Error(
    `projection ${projection.name} stopped at event ${stopped?.at}: ${stopped?.error}`,
  );
}

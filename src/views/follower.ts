import type { Appended } from '../log/eventLog.js';
import { openSqlite, type Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';
import type { Projector } from './projector.js';

/** Keeps the file of read models up with the log: where it is called, or on a thread. */
export interface Follower {
  /** The file as it is, for reading. A swap puts another in its place, so it is not to be kept. */
  readonly views: Sql;
  progress(): readonly Progress[];
  /** How far along the log the file is, stopped projections aside. */
  position(): number;
  /**
   * Applies what was appended, or at least comes up to its head. Never rejects: a file that could not be written
   * catches up later.
   */
  follow(appended: Appended): Promise<void>;
  /** Whether it reads events from the log by itself: nobody has to keep them for it. */
  readonly readsLog: boolean;
  /** Makes what was erased so far unreadable in the file itself; false when something holds it up. */
  wipe(): Promise<boolean>;
  /** Goes on with another file. Nothing may be asked meanwhile. Rejects, and goes on with the one so far, when it cannot. */
  replace(swap: Swap): Promise<void>;
  close(): Promise<void>;
}

/** Puts another file in the place of that of the read models. */
export interface Swap {
  /** Brings the other file up to the log, while nothing is applied to the one so far; gives how far it is. */
  ready(): Promise<readonly Progress[]>;
  /** Exchanges them in one turn; `close` closes the one so far, and throws while a row of it is being read. */
  exchange(close: () => void): void;
}

/** Applies events in the turn in which they come. */
export function followHere(projector: Projector): Follower {
  const file = projector.views.db.name;
  return {
    get views() {
      return projector.views;
    },
    progress: projector.progress,
    position: projector.position,
    async follow(appended) {
      projector.apply(appended);
    },
    readsLog: false,
    wipe: async () => projector.wipe(),
    async replace(swap) {
      const reached = await swap.ready();
      projector.replace((close) => {
        swap.exchange(close);
        return openSqlite(file, 'NORMAL');
      }, reached);
    },
    close: async () => projector.close(),
  };
}

import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { threadError } from '../threads/threadError.js';
import { checkpointWal, walPages } from './checkpointWal.js';
import type { Sql } from './sqlite.js';

/** Moves write-ahead logs into their files on a thread, so that no write waits for the disk to take them. */
export interface WalCheckpointer {
  /**
   * To be asked often, between transactions. Throws what the disk said when it failed the thread: what was
   * written since the last time cannot be relied on.
   */
  checkpointIfLong(sql: Sql): void;
  close(): Promise<void>;
}

/** When a thread is asked, and when it is not waited for any more; pages of 4 KiB. */
const LONG = 1000;
const TOO_LONG = 8 * LONG;

/** What goes to the thread, and what comes back: null, or how SQLite failed. */
export type Asked = string;
export type Answered = { readonly code: string; readonly message: string } | null;

/**
 * Checkpoints of the databases that are looked at, instead of SQLite's own. The thread does what takes long; what was
 * written meanwhile is little, and moved by whoever writes next, so that the write-ahead log can start over.
 */
export function walCheckpointerOnThread(onError: (error: unknown) => void): WalCheckpointer {
  /** Started when there is something to move: most lives of a vault are quiet. */
  let thread: ReturnType<typeof checkpointThread> | undefined;
  const known = new WeakSet<Sql>();
  const moved = new WeakSet<Sql>();
  const failures = new WeakMap<Sql, Error>();
  let running: Promise<void> | undefined;

  function start(sql: Sql): void {
    thread ??= checkpointThread(onError);
    running = thread
      .move(sql.db.name)
      .then(
        () => void moved.add(sql),
        (error) => {
          // Of a file that is not to be trusted any more; what else keeps the thread from it the writer can do.
          if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(error.code)) failures.set(sql, error);
          else moved.add(sql);
        },
      )
      .finally(() => {
        running = undefined;
      });
  }

  return {
    checkpointIfLong(sql) {
      if (!known.has(sql)) sql.db.pragma('wal_autocheckpoint = 0');
      known.add(sql);
      const failure = failures.get(sql);
      failures.delete(sql);
      if (failure) throw failure;
      const pages = walPages(sql);
      if (pages < LONG) return;
      if (moved.delete(sql) || pages > TOO_LONG) checkpointWal(sql);
      else if (!running) start(sql);
    },
    async close() {
      await running;
      await thread?.close();
    },
  };
}

function checkpointThread(onError: (error: unknown) => void) {
  const worker = new Worker(new URL('./walCheckpointThread.js', import.meta.url), {
    // It holds next to nothing; SQLite's own memory is not counted.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  });
  // Nothing to wait for when the rest of the process is done.
  worker.unref();
  let settle: (answered: Answered) => void = () => {};
  worker.on('message', (answered: Answered) => settle(answered));
  worker.on('error', (error) =>
    onError(threadError('the thread that moves write-ahead logs', error)),
  );
  // A thread that is gone moves nothing: whoever writes does, once it gets too long.
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    move(file: Asked): Promise<void> {
      const answer = new Promise<void>((resolve, reject) => {
        settle = (failure) =>
          failure ? reject(new Database.SqliteError(failure.message, failure.code)) : resolve();
      });
      worker.postMessage(file);
      return Promise.race([answer, gone]);
    },
    close: () => worker.terminate(),
  };
}

import { aboutFile, Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import { type Place, placeOf } from '../../files/regularFile.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import { checkpointWalIfLong, emptyWal, type WalCheckpointer } from '../../sqlite/walCheckpoint.js';
import type { Appended, EventLog } from '../eventLog.js';
import { LogBroken, LogRefused } from '../logFailures.js';
import { idempotencyRecord } from './answers.js';
import { type ListedKinds, listedKinds } from './append.js';
import { duplicates } from './duplicates.js';
import { countErased, keysSpentBy } from './erase.js';
import { latestGuards, settle, settleIfLong, totalsOf } from './guardTable.js';
import { headOf } from './headOf.js';
import { streamReads } from './logReader.js';
import { type MigrateOptions, migrate } from './migrate.js';
import { readEntries, readEntriesBefore } from './readEntries.js';
import { envelopeOf, readLeafData, readLeaves } from './readEvents.js';

/** Sizes are in pages of 4 KiB. */
export interface LogFileOptions {
  /** After how many events the tables that follow from them are written again; see `settle`. */
  readonly lag?: number | undefined;
  /** The most that log.db may grow to. */
  readonly maxPages?: number | undefined;
  /** After how many the write-ahead log is moved into log.db; SQLite's own habit by default. */
  readonly checkpointPages?: number | undefined;
  /** What else moves it. */
  readonly checkpoints?: WalCheckpointer | undefined;
  /** Called before a log of an older format is changed, as by `migrate`. */
  readonly before?: MigrateOptions['before'];
}

/** Opens (or makes) the log in a SQLite file, for whoever writes to it. `check` may refuse it before anything else is done with it. */
export function openLogFile(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  { lag = 1000, maxPages, checkpointPages = 1000, checkpoints, before }: LogFileOptions,
  check: (sql: Sql) => void,
) {
  const sql = openSqlite(file, synchronous);
  const guards = latestGuards(sql);
  const settleAll = sql.db.transaction(() => settle(sql, guards));
  let kinds: ListedKinds;
  try {
    migrate(sql, { before });
    check(sql);
    kinds = listedKinds(sql);
    settleAll();
    sql.db.pragma('wal_autocheckpoint = 0');
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw aboutFile(error, file);
  }
  const missing = logPlace(file);
  const held = duplicates(sql, guards);
  const { grew, ...growing } = growth(() => headOf(sql).position);

  function guarded<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw writeFailure(aboutFile(error, file));
    }
  }

  /** Before a batch and not after it: one that is refused for this has not been written. */
  function begin(statement: 'BEGIN' | 'BEGIN IMMEDIATE'): void {
    try {
      if (checkpoints) checkpoints.checkpointIfLong(sql);
      else checkpointWalIfLong(sql, checkpointPages);
      sql.run(statement);
      guards.outdate();
    } catch (error) {
      // Where the files are gone, the disk did not fail.
      throw missing() ?? writeFailure(aboutFile(error, file));
    }
  }

  /** Writes in the transaction that has begun, and commits it. */
  function commit<T>(work: Work<T>): T {
    const refusal = missing();
    if (refusal) throw refusal;
    // SQLite does so when a disk or the memory fails it. What is written now would be there at once, also half of a batch.
    if (!sql.db.inTransaction)
      throw new Error('SQLite ended the transaction before its batch was written');
    return guarded(() => {
      try {
        settleIfLong(sql, guards, lag);
        const done = work(kinds);
        sql.run('COMMIT');
        return done;
      } catch (error) {
        // SQLite may have ended the transaction by itself.
        kinds.forget();
        throw error;
      }
    });
  }

  /** Ends the transaction that has begun and was not committed. */
  function endUnfinished(): void {
    guarded(() => sql.db.inTransaction && sql.run('ROLLBACK'));
  }

  /** All that needs no writing, wiping and closing. */
  const reads: Omit<EventLog, 'appendNext' | 'now' | 'refusal'> = {
    ...streamReads(sql),
    ...growing,
    totals: async () => totalsOf(sql),
    readEntries: (position, limit, only) => readEntries(sql, position, limit, only),
    readEntriesBefore: (position, limit, only) => readEntriesBefore(sql, position, limit, only),
    erased: () => countErased(sql),
    readLeaves: async (position, limit) => readLeaves(sql, position, limit),
    readLeafData: async (position, limit) => readLeafData(sql, position, limit),
    envelopeOf: async (name) => envelopeOf(sql, name),
    findDuplicates: held.find,
    idempotencyRecord: async (key) => idempotencyRecord(sql, key),
    keysSpentBy: async (erasure) => keysSpentBy(sql, erasure),
    wipe: async () => guarded(() => emptyWal(sql)),
    async close() {
      if (!sql.db.open) return;
      try {
        if (!missing()) guarded(settleAll);
      } catch (error) {
        // The next open does it.
        if (!(error instanceof LogRefused)) throw error;
      } finally {
        sql.db.close();
      }
    },
  };

  return {
    sql,
    reads,
    refusal: missing,
    /** Runs `work` in a transaction of its own. Throws `LogRefused` and `LogBroken` as `EventLog.appendNext` rejects with. */
    write<T>(work: Work<T>): T {
      begin('BEGIN IMMEDIATE');
      try {
        return commit(work);
      } finally {
        endUnfinished();
      }
    },
    /**
     * Runs `work` on the log as it is at one moment: SQLite locks the file once for all that is read. With `commit` it may
     * write, as the last thing it does. Resolves with undefined when another connection wrote after that moment, and
     * nothing is written then. One call at a time. Rejects as `EventLog.appendNext` does.
     */
    async inOneMoment<T>(work: (write: typeof commit) => Promise<T>): Promise<T | undefined> {
      begin('BEGIN');
      try {
        return await work(commit);
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      } finally {
        endUnfinished();
      }
      // A transaction that has read does not wait for who else writes; this does.
      guarded(() => sql.run('BEGIN IMMEDIATE'));
      sql.run('ROLLBACK');
      return undefined;
    },
    /** To be called after such a transaction with the events that it wrote, and whether others came that are erased. */
    grew(appended: Appended, hasErased = false): void {
      if (appended.events.some(({ type }) => type === 'event.redacted')) held.clear();
      // What was erased elsewhere may have been redacted here: only the file knows what it holds now.
      if (hasErased) guards.clear();
      else guards.see(appended.events);
      grew(appended);
    },
  };
}

/** Writes to the log inside of a transaction. */
type Work<T> = (kinds: ListedKinds) => T;

/** True for the error of a write when another connection writes, or has written what the transaction has not read. */
const isOvertaken = (error: unknown) =>
  error instanceof LogRefused && error.diagnostic.code === 'log_locked';

const WORDS = {
  gone: 'was deleted or moved away',
  replaced: 'was replaced by another file',
} as const satisfies Record<Exclude<Place, 'there'>, string>;

/**
 * Watches whether the log that was opened is still the one with that name, and so is its write-ahead log, which exists
 * as long as the log is open. What is written into a deleted file goes with the process, so nothing may be acknowledged
 * then. The function gives the reason to refuse, if there is one.
 */
function logPlace(file: string): () => LogRefused | undefined {
  const names = [file, `${file}-wal`].map((name) => ({ name, look: placeOf(name) }));
  return () => {
    for (const { name, look } of names) {
      try {
        const place = look();
        if (place !== 'there') return goneFrom(name, `${name} ${WORDS[place]}`);
      } catch (error) {
        return goneFrom(name, diagnosticOf(error).message);
      }
    }
    return undefined;
  };
}

function goneFrom(file: string, what: string): LogRefused {
  return new LogRefused(
    'somebody moved or deleted the files of the log while the service runs: nothing was stored',
    new Diagnostic('log_file_gone', `${what} while the service runs: saves are refused`, { file }),
  );
}

/**
 * What an error of a write to the log means. It tells what heals (a `LogRefused`) from an engine, or a file, whose next
 * fsync may falsely succeed (a `LogBroken`). Any other error is returned as it is.
 */
function writeFailure(error: unknown): unknown {
  const { code, message, file } = diagnosticOf(error);
  switch (code) {
    case 'disk_full':
      return new LogRefused(
        'the disk is full: nothing was stored. Free some space and try again',
        new Diagnostic('log_disk_full', `saves are refused: ${message}`, { file, cause: error }),
      );
    case 'file_locked':
      return new LogRefused(
        'another program has locked log.db: nothing was stored. End that program and try again',
        new Diagnostic('log_locked', `saves are refused: ${message}`, { file, cause: error }),
      );
    case 'disk_failed':
    case 'file_damaged':
      return error instanceof Error ? new LogBroken(error) : error;
    default:
      return error;
  }
}

/** Those who listen to a log or wait for it to grow, the same behind every engine. `end` gives the position of its last event. */
export function growth(end: () => number) {
  const listeners: ((grown: Appended) => void)[] = [];
  const waiting = new Set<() => void>();
  return {
    onGrown: (listener: (grown: Appended) => void) => void listeners.push(listener),
    /** To be called after every growth, in the order of the log. Listeners are called before those who wait. */
    grew(appended: Appended): void {
      for (const listener of listeners) listener(appended);
      for (const look of waiting) look();
    },
    /** See `EventLog.reach`. */
    async reach(position: number, ms: number, signal?: AbortSignal): Promise<boolean> {
      const isThere = () => end() >= position;
      if (ms === 0 || signal?.aborted || isThere()) return isThere();
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(look);
          signal?.removeEventListener('abort', settle);
          resolve(isThere());
        };
        const look = () => {
          if (isThere()) settle();
        };
        const timer = setTimeout(settle, ms);
        waiting.add(look);
        signal?.addEventListener('abort', settle);
      });
    },
  };
}

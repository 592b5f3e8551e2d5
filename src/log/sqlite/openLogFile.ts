import { aboutFile } from '../../diagnostics/diagnostic.js';
import type { VaultEvent } from '../../events/vaultEvent.js';
import { checkpointWalIfLong, emptyWal } from '../../sqlite/checkpointWal.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import type { WalCheckpointer } from '../../sqlite/walCheckpointer.js';
import type { Appended, EventLog } from '../eventLog.js';
import { growth } from '../growth.js';
import { LogRefused } from '../logFailures.js';
import type { Following } from './appendBatch.js';
import { countErased } from './erase.js';
import { headOf } from './headOf.js';
import { heldContents } from './heldContents.js';
import { latestGuards } from './latestGuards.js';
import { type ListedKinds, listedKinds } from './listedKinds.js';
import { logPlace } from './logPlace.js';
import { type MigrateOptions, migrate } from './migrate.js';
import { readEntries, readEntriesBefore } from './readEntries.js';
import { envelopeOf, readLeaves } from './readEnvelopes.js';
import { idempotencyRecord } from './readGuards.js';
import { settle, totalsOf } from './settle.js';
import { streamReads } from './streamReads.js';
import { writeFailure } from './writeFailure.js';

/** Sizes are in pages of 4 KiB. */
export interface LogFileOptions {
  /** After how many events the tables that follow from them are written again; see `settle.ts`. */
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

/** A log in a SQLite file, as whoever writes to it has it open. */
export interface LogFile {
  readonly sql: Sql;
  /** All that needs no writing, wiping and closing. */
  readonly reads: Omit<EventLog, 'appendNext' | 'now' | 'refusal' | 'unheardMs'>;
  readonly refusal: () => LogRefused | undefined;
  /** Runs `work` in a transaction of its own. Throws `LogRefused` and `LogBroken` as `EventLog.appendNext` rejects with. */
  write<T>(work: (following: Following) => T): T;
  /** To be called after such a transaction with the events that it wrote, and whether others came that are erased. */
  grew(appended: Appended, hasErased?: boolean): void;
}

/** Opens (or makes) the log in a SQLite file. `check` may refuse it before anything else is done with it. */
export function openLogFile(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  { lag = 1000, maxPages, checkpointPages = 1000, checkpoints, before }: LogFileOptions,
  check: (sql: Sql) => void,
): LogFile {
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
  const following: Following = { kinds, guards, lag };
  const transaction = sql.db.transaction((work: () => unknown) => work());
  const held = heldContents(sql, guards);
  const { grew, ...growing } = growth(() => headOf(sql).position);

  function guarded<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw writeFailure(aboutFile(error, file));
    }
  }

  function written<T>(work: () => T): T {
    // Before and not after: a batch that is refused for it has not been written.
    if (checkpoints) checkpoints.checkpointIfLong(sql);
    else checkpointWalIfLong(sql, checkpointPages);
    try {
      // The transaction gives what the work gives; its type forgets it.
      return transaction.immediate(work) as T;
    } catch (error) {
      kinds.forget();
      throw error;
    }
  }

  function saw(events: readonly VaultEvent[], hasErased: boolean): void {
    const isRedacting = events.some(({ type }) => type === 'event.redacted');
    if (isRedacting) held.clear();
    // What was erased elsewhere may have been redacted here: only the file knows what it holds now.
    if (hasErased) guards.clear();
    else guards.see(events);
  }

  return {
    sql,
    refusal: missing,
    write(work) {
      const refusal = missing();
      if (refusal) throw refusal;
      return guarded(() => written(() => work(following)));
    },
    grew(appended, hasErased = false) {
      saw(appended.events, hasErased);
      grew(appended);
    },
    reads: {
      ...streamReads(sql),
      ...growing,
      totals: async () => totalsOf(sql),
      readEntries: (position, limit, only) => readEntries(sql, position, limit, only),
      readEntriesBefore: (position, limit, only) => readEntriesBefore(sql, position, limit, only),
      erased: () => countErased(sql),
      readLeaves: async (position, limit) => readLeaves(sql, position, limit),
      envelopeOf: async (name) => envelopeOf(sql, name),
      findDuplicates: held.find,
      idempotencyRecord: async (key) => idempotencyRecord(sql, key),
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
    },
  };
}

import { aboutFile } from '../../diagnostics/diagnostic.js';
import type { Clock } from '../../domain/time.js';
import { checkpointWalIfLong, emptyWal } from '../../sqlite/checkpointWal.js';
import { openSqlite } from '../../sqlite/sqlite.js';
import type { WalCheckpointer } from '../../sqlite/walCheckpointer.js';
import { type Batch, type EventLog, type Head, isEmpty, LogRefused } from '../eventLog.js';
import { growth } from '../growth.js';
import { oneAtATime } from '../oneAtATime.js';
import { appendBatch } from './appendBatch.js';
import { countErased } from './erase.js';
import { endOf, headOf } from './headOf.js';
import { heldContents } from './heldContents.js';
import { latestGuards } from './latestGuards.js';
import { type ListedKinds, listedKinds } from './listedKinds.js';
import { logPlace } from './logPlace.js';
import { migrate } from './migrate.js';
import { readEntries, readEntriesBefore } from './readEntries.js';
import { envelopeOf, readLeaves } from './readEnvelopes.js';
import { idempotencyRecord } from './readGuards.js';
import { settle, totalsOf } from './settle.js';
import { streamReads } from './streamReads.js';
import { writeFailure } from './writeFailure.js';

/** Sizes are in pages of 4 KiB. */
export interface SqliteLogOptions {
  readonly clock?: Clock | undefined;
  /** After how many events the tables that follow from them are written again; see `settle.ts`. */
  readonly lag?: number | undefined;
  /** The most that log.db may grow to. */
  readonly maxPages?: number | undefined;
  /** After how many the write-ahead log is moved into log.db; SQLite's own habit by default. */
  readonly checkpointPages?: number | undefined;
  /** What else moves it. */
  readonly checkpoints?: WalCheckpointer | undefined;
}

/** Opens (or makes) the log in a SQLite file. */
export function openSqliteEventLog(file: string, options: SqliteLogOptions = {}): EventLog {
  const { clock = Date.now, maxPages, checkpointPages = 1000, checkpoints, lag = 1000 } = options;
  const sql = openSqlite(file, 'FULL');
  const guards = latestGuards(sql);
  const settleAll = sql.db.transaction(() => settle(sql, guards));
  let kinds: ListedKinds;
  try {
    migrate(sql);
    kinds = listedKinds(sql);
    settleAll();
    sql.db.pragma('wal_autocheckpoint = 0');
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw aboutFile(error, file);
  }
  const missing = logPlace(file);
  const transaction = sql.db.transaction((batch: Batch, end: Head) =>
    appendBatch(sql, { kinds, guards, lag }, batch, end),
  );
  const held = heldContents(sql, guards);
  const alone = oneAtATime();
  const { grew, ...growing } = growth(() => headOf(sql).position);
  let lastAt = endOf(sql).at;
  const now = () => Math.max(clock(), lastAt);

  function guarded<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw writeFailure(aboutFile(error, file));
    }
  }

  function append(batch: Batch, end: Head) {
    // Before and not after: a batch that is refused for it has not been written.
    if (checkpoints) checkpoints.checkpointIfLong(sql);
    else checkpointWalIfLong(sql, checkpointPages);
    try {
      return transaction.immediate(batch, end);
    } catch (error) {
      kinds.forget();
      throw error;
    }
  }

  return {
    ...streamReads(sql),
    totals: async () => totalsOf(sql),
    ...growing,
    now,
    appendNext: (decide) =>
      alone(async () => {
        for (;;) {
          const { at, ...end } = endOf(sql);
          lastAt = Math.max(lastAt, at);
          const batch = await decide({ position: end.position, at: now() });
          // There is no other writer to confirm the end with.
          if (isEmpty(batch)) return { events: [], head: end };
          const refusal = missing();
          if (refusal) throw refusal;
          const appended = guarded(() => append(batch, end));
          if (!appended) continue;
          lastAt = appended.events.at(-1)?.at ?? lastAt;
          guards.see(appended.events);
          if (appended.events.some(({ type }) => type === 'event.redacted')) held.clear();
          if (appended.events.length > 0) grew(appended);
          return appended;
        }
      }),
    readEntries: (position, limit, only) => readEntries(sql, position, limit, only),
    readEntriesBefore: (position, limit, only) => readEntriesBefore(sql, position, limit, only),
    erased: () => countErased(sql),
    readLeaves: async (position, limit) => readLeaves(sql, position, limit),
    envelopeOf: async (name) => envelopeOf(sql, name),
    findDuplicates: held.find,
    idempotencyRecord: async (key) => idempotencyRecord(sql, key),
    wipe: async () => guarded(() => emptyWal(sql)),
    refusal: async () => missing(),
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
}

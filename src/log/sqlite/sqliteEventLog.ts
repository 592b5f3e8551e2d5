import { aboutFile } from '../../diagnostics/diagnostic.js';
import type { Clock } from '../../domain/time.js';
import { isKnown } from '../../events/upcast.js';
import { checkpointWalIfLong, emptyWal } from '../../sqlite/checkpointWal.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import type { WalCheckpointer } from '../../sqlite/walCheckpointer.js';
import { type Batch, type EventLog, type Head, isEmpty } from '../eventLog.js';
import { growth } from '../growth.js';
import { oneAtATime } from '../oneAtATime.js';
import { appendBatch } from './appendBatch.js';
import { countErased } from './erase.js';
import { headOf, lastTimeOf, totalsOf } from './headOf.js';
import { heldContents } from './heldContents.js';
import { logPlace } from './logPlace.js';
import { migrate } from './migrate.js';
import { readEntries, readEntriesBefore } from './readEntries.js';
import { envelopeOf, readLeaves } from './readEnvelopes.js';
import { unknownKind } from './readEvents.js';
import { idempotencyRecord } from './readGuards.js';
import { streamReads } from './streamReads.js';
import { writeFailure } from './writeFailure.js';

/** Sizes are in pages of 4 KiB. */
export interface SqliteLogOptions {
  readonly clock?: Clock | undefined;
  /** The most that log.db may grow to. */
  readonly maxPages?: number | undefined;
  /** After how many the write-ahead log is moved into log.db; SQLite's own habit by default. */
  readonly checkpointPages?: number | undefined;
  /** What else moves it. */
  readonly checkpoints?: WalCheckpointer | undefined;
}

/** Opens (or makes) the log in a SQLite file. */
export function openSqliteEventLog(
  file: string,
  { clock = Date.now, maxPages, checkpointPages = 1000, checkpoints }: SqliteLogOptions = {},
): EventLog {
  const sql = openSqlite(file, 'FULL');
  try {
    migrate(sql);
    refuseUnknownKinds(sql);
    sql.db.pragma('wal_autocheckpoint = 0');
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw aboutFile(error, file);
  }
  const missing = logPlace(file);
  const transaction = sql.db.transaction((batch: Batch, end: Head) => appendBatch(sql, batch, end));
  const held = heldContents(sql);
  const alone = oneAtATime();
  const { grew, ...growing } = growth(() => headOf(sql).position);
  let lastAt = lastTimeOf(sql);
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
    return transaction.immediate(batch, end);
  }

  return {
    ...streamReads(sql),
    totals: async () => totalsOf(sql),
    ...growing,
    now,
    appendNext: (decide) =>
      alone(async () => {
        for (;;) {
          const end = headOf(sql);
          lastAt = lastTimeOf(sql);
          const batch = await decide({ position: end.position, at: now() });
          // There is no other writer to confirm the end with.
          if (isEmpty(batch)) return { events: [], head: end };
          const refusal = missing();
          if (refusal) throw refusal;
          const appended = guarded(() => append(batch, end));
          if (!appended) continue;
          lastAt = appended.events.at(-1)?.at ?? lastAt;
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
      sql.db.close();
    },
  };
}

function refuseUnknownKinds(sql: Sql): void {
  for (const kind of sql.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds')) {
    if (!isKnown(kind.type, kind.schema)) throw unknownKind(kind.type, kind.schema);
  }
}

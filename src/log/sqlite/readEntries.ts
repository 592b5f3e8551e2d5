import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Entries, EntryFilter, LogEntry } from '../eventLog.js';
import { headOf } from './headOf.js';
import { WITH_PAYLOADS } from './readEvents.js';

/** Number of events per turn of the event loop: a search for a rare type may read the whole log. */
const WINDOW = 10_000;

interface EntryRow extends Omit<LogEntry, 'meta' | 'data'> {
  readonly meta: string;
  readonly data: string | null;
}

/** See `EventLog.readEntries`. */
export async function readEntries(
  sql: Sql,
  after: number,
  limit: number,
  { stream, type }: EntryFilter,
): Promise<Entries> {
  const { position: head } = headOf(sql);
  const query = { after, limit, stream: stream ?? null, type: type ?? null, head };
  const entries = stream === undefined ? await readLog(sql, query) : readStream(sql, query);
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return { entries, upTo: last?.position ?? Math.max(after, head) };
}

interface EntryQuery {
  readonly after: number;
  readonly limit: number;
  readonly stream: string | null;
  readonly type: string | null;
  /** The last position of the log when the query began. */
  readonly head: number;
}

const OF_TYPE = '(:type IS NULL OR type = :type)';

function readStream(sql: Sql, query: EntryQuery): LogEntry[] {
  // Ordered by version, which has an index and increases with the position.
  return select(
    sql,
    `events.stream = :stream AND events.position > :after AND events.position <= :head AND ${OF_TYPE}
     ORDER BY version LIMIT :limit`,
    { ...query },
  );
}

async function readLog(sql: Sql, query: EntryQuery): Promise<LogEntry[]> {
  const { after, limit, type, head } = query;
  const entries: LogEntry[] = [];
  for (let from = after; from < head && entries.length < limit; from += WINDOW) {
    if (from > after) await nextTurn();
    const window = { from, to: Math.min(from + WINDOW, head), type, rest: limit - entries.length };
    entries.push(
      ...select(
        sql,
        `events.position > :from AND events.position <= :to AND ${OF_TYPE}
         ORDER BY events.position LIMIT :rest`,
        window,
      ),
    );
  }
  return entries;
}

function select(sql: Sql, where: string, params: Params): LogEntry[] {
  const rows = sql.all<EntryRow>(
    `SELECT events.position, id, stream, version, type, schema, at, meta, hash,
       coalesce(own.body -> '$.data', other.body -> '$.data.data') AS data,
       redactions.by AS redacted_by
     FROM ${WITH_PAYLOADS} WHERE ${where}`,
    params,
  );
  return rows.map((row) => ({
    ...row,
    meta: JSON.parse(row.meta),
    data: row.data === null ? null : JSON.parse(row.data),
  }));
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Entries, EntryFilter, LogEntry } from '../eventLog.js';
import { headOf } from './headOf.js';

/** Events looked at in one turn of the event loop: a type may be rare. */
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
  const asked = { after, limit, stream: stream ?? null, type: type ?? null, head };
  const found = stream === undefined ? await alongTheLog(sql, asked) : inAStream(sql, asked);
  const last = found.length === limit ? found.at(-1) : undefined;
  return { entries: found, upTo: last?.position ?? Math.max(after, head) };
}

interface Asked {
  readonly after: number;
  readonly limit: number;
  readonly stream: string | null;
  readonly type: string | null;
  /** Where the log ended when it was asked for. */
  readonly head: number;
}

const OF_TYPE = '(:type IS NULL OR type = :type)';

function inAStream(sql: Sql, asked: Asked): LogEntry[] {
  // Versions rise with positions, and there is an index of them.
  return select(
    sql,
    `events.stream = :stream AND events.position > :after AND events.position <= :head AND ${OF_TYPE}
     ORDER BY version LIMIT :limit`,
    { ...asked },
  );
}

async function alongTheLog(sql: Sql, asked: Asked): Promise<LogEntry[]> {
  const { after, limit, type, head } = asked;
  const found: LogEntry[] = [];
  for (let from = after; from < head && found.length < limit; from += WINDOW) {
    if (from > after) await nextTurn();
    const window = { from, to: Math.min(from + WINDOW, head), type, rest: limit - found.length };
    found.push(
      ...select(
        sql,
        `events.position > :from AND events.position <= :to AND ${OF_TYPE}
         ORDER BY events.position LIMIT :rest`,
        window,
      ),
    );
  }
  return found;
}

function select(sql: Sql, where: string, params: Params): LogEntry[] {
  const rows = sql.all<EntryRow>(
    `SELECT events.position, id, stream, version, type, schema, at, meta, hash,
       coalesce(own.body -> '$.data', other.body -> '$.data.data') AS data,
       redactions.by AS redacted_by
     FROM events LEFT JOIN kept_payloads AS own ON own.position = events.position
       LEFT JOIN redactions ON redactions.position = events.position
       LEFT JOIN kept_payloads AS other ON other.position = redactions.by WHERE ${where}`,
    params,
  );
  return rows.map((row) => ({
    ...row,
    meta: JSON.parse(row.meta),
    data: row.data === null ? null : JSON.parse(row.data),
  }));
}

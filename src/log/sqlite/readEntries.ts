import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Entries, EntryFilter, LogEntry } from '../eventLog.js';
import { headOf } from './headOf.js';
import { WITH_PAYLOADS } from './readEvents.js';

/** Number of events per turn of the event loop: a search for a rare type may read the whole log. */
const WINDOW = 10_000;
/** Length of the data that one turn reads and that a page may have, in UTF-16 units; one event may exceed both. */
const SLICE = 256 * 1024;
const PAGE = 4 * 1024 * 1024;

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
  const entries: LogEntry[] = [];
  let length = 0;
  let from = after;
  while (from < head && entries.length < limit && length <= PAGE) {
    if (from > after) await nextTurn();
    // A stream has an index, and no position but its own is looked at.
    const to = stream === undefined ? Math.min(from + WINDOW, head) : head;
    const rest = limit - entries.length;
    const window = { from, to, stream: stream ?? null, type: type ?? null, rest };
    const rows = select(sql, stream === undefined ? IN_LOG : IN_STREAM, window);
    const { taken, isCut } = firstRows(rows, lengthOf, SLICE);
    entries.push(...taken.map(toEntry));
    length += taken.reduce((sum, row) => sum + lengthOf(row), 0);
    from = (isCut ? taken.at(-1)?.position : undefined) ?? to;
  }
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return { entries, upTo: last?.position ?? Math.max(after, from) };
}

const lengthOf = ({ data }: EntryRow) => data?.length ?? 0;

const BETWEEN =
  'events.position > :from AND events.position <= :to AND (:type IS NULL OR type = :type)';
const IN_LOG = `${BETWEEN} ORDER BY events.position LIMIT :rest`;
/** Ordered by version, which has an index and increases with the position. */
const IN_STREAM = `events.stream = :stream AND ${BETWEEN} ORDER BY version LIMIT :rest`;

function select(sql: Sql, where: string, params: Params): Iterable<EntryRow> {
  return sql.each<EntryRow>(
    `SELECT events.position, id, stream, version, type, schema, at, meta, hash,
       coalesce(own.body -> '$.data', other.body -> '$.data.data') AS data,
       redactions.by AS redacted_by
     FROM ${WITH_PAYLOADS} WHERE ${where}`,
    params,
  );
}

function toEntry(row: EntryRow): LogEntry {
  return {
    ...row,
    meta: JSON.parse(row.meta),
    data: row.data === null ? null : JSON.parse(row.data),
  };
}

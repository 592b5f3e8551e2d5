import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Entries, EntryFilter, LogEntry } from '../eventLog.js';
import { headOf } from './headOf.js';
import { ENVELOPE, type EnvelopeRow, OWN_BODY, toEnvelope, WITH_REDACTIONS } from './readEvents.js';
import { positionsIn, streamParams } from './streamPositions.js';

/** Number of events per turn of the event loop: a search for a rare type may read the whole log. */
const WINDOW = 10_000;
/** Length of the data that one turn reads and that a page may have, in UTF-16 units; one event may exceed both. */
const SLICE = 256 * 1024;
const PAGE = 4 * 1024 * 1024;

interface EntryRow extends EnvelopeRow, Pick<LogEntry, 'redacted_by' | 'hash'> {
  readonly data: string | null;
}

/** See `EventLog.readEntries`. */
export async function readEntries(
  sql: Sql,
  after: number,
  limit: number,
  only: EntryFilter,
): Promise<Entries> {
  const { position: head } = headOf(sql);
  // A position behind the end stays where it is, so that a reader who waits there goes on from it.
  return readWindows(sql, limit, only, {
    order: 'ASC',
    start: after,
    isLeft: (at) => at < head,
    window: (at, most) => {
      const end = Math.min(at + most, head);
      return { above: at, below: end + 1, end };
    },
  });
}

/** See `EventLog.readEntriesBefore`. */
export async function readEntriesBefore(
  sql: Sql,
  before: number,
  limit: number,
  only: EntryFilter,
): Promise<Entries> {
  return readWindows(sql, limit, only, {
    order: 'DESC',
    start: Math.min(before, headOf(sql).position + 1),
    isLeft: (at) => at > 1,
    window: (at, most) => {
      const end = Math.max(at - most, 1);
      return { above: end - 1, below: at, end };
    },
  });
}

/** One way through the log. `at` is the position up to which all was read. */
interface Way {
  readonly order: 'ASC' | 'DESC';
  readonly start: number;
  isLeft(at: number): boolean;
  /** The next positions, of which there are at most `most`; the last that is read of them is `end`. */
  window(at: number, most: number): { above: number; below: number; end: number };
}

async function readWindows(
  sql: Sql,
  limit: number,
  { stream, types }: EntryFilter,
  way: Way,
): Promise<Entries> {
  const entries: LogEntry[] = [];
  let length = 0;
  let at = way.start;
  while (way.isLeft(at) && entries.length < limit && length <= PAGE) {
    if (at !== way.start) await nextTurn();
    // Of a stream, no position but its own is looked at.
    const most = stream === undefined ? WINDOW : Number.MAX_SAFE_INTEGER;
    const { end, ...between } = way.window(at, most);
    const rows = select(sql, stream === undefined ? ALL : OF_STREAM, way.order, {
      ...between,
      ...(stream !== undefined && streamParams(sql, stream)),
      types: types === undefined ? null : JSON.stringify(types),
      rest: limit - entries.length,
    });
    const { taken, isCut } = firstRows(rows, lengthOf, SLICE);
    entries.push(...taken.map(toEntry));
    length += taken.reduce((sum, row) => sum + lengthOf(row), 0);
    at = (isCut ? taken.at(-1)?.position : undefined) ?? end;
  }
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return { entries, upTo: last?.position ?? at };
}

const lengthOf = ({ data }: EntryRow) => data?.length ?? 0;

const ALL = 'events.position > :above AND events.position < :below';
const OF_STREAM = `events.position IN ${positionsIn('position > :above AND position < :below')}`;

function select(
  sql: Sql,
  which: typeof ALL | typeof OF_STREAM,
  order: Way['order'],
  params: Params,
): Iterable<EntryRow> {
  return sql.each<EntryRow>(
    `SELECT ${ENVELOPE}, hash, redactions.by AS redacted_by,
       coalesce(${OWN_BODY} -> '$.data', other.body -> '$.data.data') AS data
     FROM ${WITH_REDACTIONS}
     WHERE ${which} AND (:types IS NULL OR type IN (SELECT value FROM json_each(:types)))
     ORDER BY events.position ${order} LIMIT :rest`,
    params,
  );
}

function toEntry(row: EntryRow): LogEntry {
  const { data, redacted_by, hash } = row;
  return { ...toEnvelope(row), data: data === null ? null : JSON.parse(data), redacted_by, hash };
}

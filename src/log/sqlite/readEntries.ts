import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Sql } from '../../sqlite/sqlite.js';
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

/** See `EventLog.readEntries`. A position behind the end stays where it is: a reader who waits there goes on from it. */
export function readEntries(
  sql: Sql,
  after: number,
  limit: number,
  only: EntryFilter,
): Promise<Entries> {
  return walk(sql, { from: after, to: headOf(sql).position, step: 1 }, limit, only);
}

/** See `EventLog.readEntriesBefore`. */
export function readEntriesBefore(
  sql: Sql,
  before: number,
  limit: number,
  only: EntryFilter,
): Promise<Entries> {
  const from = Math.min(before, headOf(sql).position + 1);
  return walk(sql, { from, to: 1, step: -1 }, limit, only);
}

/** A way through the log: from behind one position to another one, that included. */
interface Way {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

async function walk(
  sql: Sql,
  { from, to, step }: Way,
  limit: number,
  { stream, types }: EntryFilter,
): Promise<Entries> {
  const entries: LogEntry[] = [];
  let length = 0;
  let at = from;
  while ((to - at) * step > 0 && entries.length < limit && length <= PAGE) {
    if (at !== from) await nextTurn();
    // Of a stream, no position but its own is looked at.
    const isNear = stream !== undefined || Math.abs(to - at) <= WINDOW;
    const end = isNear ? to : at + step * WINDOW;
    const rows = sql.each<EntryRow>(stream === undefined ? ALL[step] : OF_STREAM[step], {
      low: Math.min(at + step, end),
      high: Math.max(at + step, end),
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

const select = (which: string, order: 'ASC' | 'DESC') =>
  `SELECT ${ENVELOPE}, hash, redactions.by AS redacted_by,
     coalesce(${OWN_BODY} -> '$.data', other.body -> '$.data.data') AS data
   FROM ${WITH_REDACTIONS}
   WHERE ${which} AND (:types IS NULL OR type IN (SELECT value FROM json_each(:types)))
   ORDER BY events.position ${order} LIMIT :rest`;
const inBothOrders = (which: string) => ({ 1: select(which, 'ASC'), [-1]: select(which, 'DESC') });
const ALL = inBothOrders('events.position BETWEEN :low AND :high');
const OF_STREAM = inBothOrders(
  `events.position IN ${positionsIn('position BETWEEN :low AND :high')}`,
);

function toEntry(row: EntryRow): LogEntry {
  const { data, redacted_by, hash } = row;
  return { ...toEnvelope(row), data: data === null ? null : JSON.parse(data), redacted_by, hash };
}

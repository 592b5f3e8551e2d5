import type { Params, Sql } from '../../sqlite/sqlite.js';
import { type StoredName, storedStream } from './storedNames.js';

// The index of streams lacks the first event of most notes: the name of the stream of a note begins with a time, which is
// that of this event unless the note came from elsewhere. So it is found by halving the log, and a save of a new note
// writes no page of an index.

/** SQL for the events that the index has, to be followed by `AND`. The condition is that of the index, word for word. */
export const INDEXED = `events INDEXED BY events_by_stream
  WHERE (version > 1 OR substr(stream, 1, 6) <> unhex(format('%012x', at)))`;

/** SQL for the positions of those events of a stream for which `where` holds, with the parameters of `streamParams`. */
export const positionsIn = (where: string) => `(
  SELECT position FROM ${INDEXED} AND stream = :stream AND ${where}
  UNION ALL SELECT position FROM events WHERE position = :first AND ${where})`;

/** SQL for the position of the last event of a stream for which `where` holds; of its first one, when there is no other. */
export const lastIn = (where: string) => `coalesce((
  SELECT position FROM ${INDEXED} AND stream = :stream AND ${where} ORDER BY version DESC LIMIT 1), :first)`;

/** A stream, as the SQL above asks for it. */
export function streamParams(sql: Sql, name: string): { stream: StoredName; first: number | null } {
  const stream = storedStream(name);
  return { stream, first: unindexed(sql, stream) ?? null };
}

/** The position of the first event of a stream, if that is one which the index lacks. */
export function unindexed(sql: Sql, stream: StoredName): number | undefined {
  if (typeof stream === 'string') return undefined;
  const time = stream.readUIntBE(0, 6);
  // The id of the event was made right after the name of its stream.
  const likely = firstWhere(sql, '(at, id) > (:time, :stream)', { time, stream });
  const at = [likely - 1, likely, time];
  const near = sql.all<{ position: number; isIt: number }>(NEAR, [stream, ...at]);
  if (near.length === 0) return undefined;
  return near.find(({ isIt }) => isIt)?.position ?? among(sql, stream, time);
}

const IS_IT = 'stream = ? AND version = 1';
const NEAR = `SELECT position, ${IS_IT} AS isIt FROM events WHERE position IN (?, ?) AND at = ?`;

/** As `unindexed`, by reading all events of a time: the ids of different processes are in no order. */
function among(sql: Sql, stream: Buffer, time: number): number | undefined {
  const query = `SELECT position FROM events WHERE ${IS_IT} AND position >= ? AND position < ?`;
  const [first, end] = rangeOf(sql, time);
  return sql.get<{ position: number }>(query, [stream, first, end])?.position;
}

/**
 * The first position whose event fulfils a condition in SQL, which has to hold for all events behind that as well; one
 * behind the end without any. Found by halving, some 20 reads in one statement: so many statements take three times as long.
 */
function firstWhere(sql: Sql, condition: string, params: Params): number {
  return sql.get<{ first: number }>(halving(condition), params)?.first ?? 1;
}

/** The first position of the events of a time in milliseconds since 1970, and the one behind the last. */
export function rangeOf(sql: Sql, time: number): readonly [first: number, behind: number] {
  return [firstWhere(sql, 'at >= :time', { time }), firstWhere(sql, 'at > :time', { time })];
}

const halving = (condition: string) => `
  WITH RECURSIVE halving(first, behind) AS (
    SELECT 1, coalesce((SELECT max(position) FROM events), 0) + 1
    UNION ALL
    SELECT iif(${condition}, first, (first + behind) / 2 + 1), iif(${condition}, (first + behind) / 2, behind)
    FROM halving LEFT JOIN events ON position = (first + behind) / 2 WHERE first < behind)
  SELECT first FROM halving WHERE first = behind`;

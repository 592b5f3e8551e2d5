import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventRedacted } from '../../events/administration.js';
import { ERASING, type Erasure, forgets, type VaultFact } from '../../events/vaultEvent.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { moveGuard } from './guardTable.js';
import { headOf } from './headOf.js';
import { inText, shownKey, storedKey } from './storedNames.js';
import { positionsIn, streamParams } from './streamPositions.js';

/**
 * Erases the payloads that an event takes back, body and salt, with the guards made from them. The
 * envelopes stay, so the chain holds and says that there was something. Payloads are overwritten in place: where
 * rows are deleted, SQLite moves others together and leaves copies of them behind.
 */
export function erase(sql: Sql, event: NewEvent, position: number): void {
  if (forgets(event.type)) eraseBefore(sql, event);
  if (event.type === 'event.redacted') redact(sql, event.data, position);
  if (event.type === 'event.forgotten') eraseAlone(sql, event.data.position);
}

/** Whether an event after that position erases a payload recorded before. */
export function erasesAfter(sql: Sql, position: number): boolean {
  const types = ERASING.map((type) => `'${type}'`).join(', ');
  const query = `SELECT 1 FROM events WHERE position > ? AND type IN (${types}) LIMIT 1`;
  return sql.get(query, [position]) !== undefined;
}

/** Erases what the stream of an event held before it. */
export function eraseBefore(
  sql: Sql,
  { stream, version }: Pick<NewEvent, 'stream' | 'version'>,
): void {
  overwrite(sql, { stream, before: version });
}

function redact(sql: Sql, { position, type, data }: EventRedacted, by: number): void {
  // The cast is safe: what an event is redacted to has its type and shape.
  moveGuard(sql, position, { type, data } as VaultFact);
  overwrite(sql, { position });
  markRedacted(sql, position, by);
}

/** Records by which event another one was redacted. */
export function markRedacted(sql: Sql, position: number, by: number): void {
  sql.run('INSERT OR REPLACE INTO redactions VALUES (?, ?)', [position, by]);
}

/** Erases one event, with its guard and what had redacted it. */
export function eraseAlone(sql: Sql, position: number): void {
  moveGuard(sql, position, undefined);
  overwrite(sql, { position });
}

/** SQL for what an erasure takes back: the payloads, with those that redacted them, and the answers without an event. */
interface TakenBack {
  readonly payloads: string;
  readonly answers: string;
  readonly params: Params;
}

function takenBack(sql: Sql, erasure: Erasure): TakenBack {
  const answers = (stream: string) => `position IS NULL AND stream = ${stream}`;
  const withRedactions = (position: string) =>
    `position ${position} OR position IN (SELECT by FROM redactions WHERE position ${position})`;
  if ('stream' in erasure)
    return {
      payloads: withRedactions(`IN ${positionsIn('version < :version')}`),
      answers: answers(':stream'),
      params: { ...streamParams(sql, erasure.stream), version: erasure.before },
    };
  return {
    payloads: withRedactions('= :position'),
    answers: answers('(SELECT stream FROM events WHERE events.position = :position)'),
    params: { position: erasure.position },
  };
}

/** See `EventLog.keysSpentBy`. */
export function keysSpentBy(sql: Sql, erasure: Erasure): readonly string[] {
  const { payloads, answers, params } = takenBack(sql, erasure);
  const silent = sql.all<{ key: string }>(
    `SELECT ${inText('key')} AS key FROM idempotency WHERE ${answers}`,
    params,
  );
  return [...keysIn(sql, payloads, params), ...silent.map(({ key }) => shownKey(key))];
}

/** The keys that lead to the events of payloads. */
function keysIn(sql: Sql, payloads: string, params: Params): readonly string[] {
  const rows = sql.all<{ key: string | null; spent: string | null }>(
    `SELECT body ->> '$.request.key' AS key, body ->> '$.spent' AS spent
     FROM kept_payloads WHERE (key IS NOT NULL OR spent IS NOT NULL) AND (${payloads})`,
    params,
  );
  return rows.flatMap(({ key, spent }) => [
    ...(key === null ? [] : [key]),
    // Only ever written by `chainBatch`, from a list of keys.
    ...(spent === null ? [] : (JSON.parse(spent) as string[])),
  ]);
}

/**
 * Overwrites what an erasure takes back with as many bytes, or SQLite would move the row: zeros, and in the salt how many the
 * body had. The keys that lead to it go first: they are found by what the body says.
 */
function overwrite(sql: Sql, erasure: Erasure): void {
  const { payloads, answers, params } = takenBack(sql, erasure);
  for (const key of keysIn(sql, payloads, params))
    sql.run('DELETE FROM idempotency WHERE key = ?', [storedKey(key)]);
  sql.run(
    `UPDATE events SET salt = unhex(format('%064x', octet_length(body))),
       body = CAST(zeroblob(octet_length(body)) AS TEXT) WHERE ${payloads}`,
    params,
  );
  sql.run(`DELETE FROM idempotency WHERE ${answers}`, params);
}

/** Number of positions per turn of the event loop. */
const WINDOW = 20_000;

/** See `EventLog.erased`. */
export async function countErased(sql: Sql): Promise<number> {
  const { position: head } = headOf(sql);
  let kept = 0;
  for (let from = 0; from < head; from += WINDOW) {
    if (from > 0) await nextTurn();
    const row = sql.get<{ count: number }>(
      'SELECT count(*) AS count FROM kept_payloads WHERE position > ? AND position <= ?',
      [from, Math.min(from + WINDOW, head)],
    );
    kept += row?.count ?? 0;
  }
  return head - kept;
}

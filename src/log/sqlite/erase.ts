import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventRedacted } from '../../events/administration.js';
import { ERASING, forgets, type VaultFact } from '../../events/vaultEvent.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { moveGuard } from './guardTable.js';
import { headOf } from './headOf.js';
import { storedKey } from './storedNames.js';
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
export function eraseBefore(sql: Sql, event: Pick<NewEvent, 'stream' | 'version'>): void {
  const params = { ...streamParams(sql, event.stream), version: event.version };
  const before = positionsIn('version < :version');
  overwrite(
    sql,
    `position IN ${before} OR position IN (SELECT by FROM redactions WHERE position IN ${before})`,
    params,
  );
  sql.run('DELETE FROM idempotency WHERE position IS NULL AND stream = :stream', params);
}

function redact(sql: Sql, { position, type, data }: EventRedacted, by: number): void {
  // The cast is safe: what an event is redacted to has its type and shape.
  moveGuard(sql, position, { type, data } as VaultFact);
  eraseOne(sql, position);
  markRedacted(sql, position, by);
}

/** Records by which event another one was redacted. */
export function markRedacted(sql: Sql, position: number, by: number): void {
  sql.run('INSERT OR REPLACE INTO redactions VALUES (?, ?)', [position, by]);
}

/** Erases one event, with its guard and all that `eraseOne` does. */
export function eraseAlone(sql: Sql, position: number): void {
  moveGuard(sql, position, undefined);
  eraseOne(sql, position);
}

/** Erases one event, what had redacted it, and the answers that its stream gave without an event. */
function eraseOne(sql: Sql, position: number): void {
  overwrite(
    sql,
    'position = :position OR position = (SELECT by FROM redactions WHERE position = :position)',
    { position },
  );
  sql.run(
    `DELETE FROM idempotency WHERE position IS NULL
       AND stream = (SELECT stream FROM events WHERE events.position = :position)`,
    { position },
  );
}

/**
 * As many bytes as before, or SQLite would move the row: zeros, and in the salt how many the body had. The answer to the
 * request of an event goes first: it is found by what the body says.
 */
function overwrite(sql: Sql, where: string, params: Params): void {
  for (const { key } of sql.all<{ key: string }>(
    `SELECT body ->> '$.request.key' AS key FROM kept_payloads WHERE key IS NOT NULL AND (${where})`,
    params,
  ))
    sql.run('DELETE FROM idempotency WHERE key = ?', [storedKey(key)]);
  sql.run(
    `UPDATE events SET salt = unhex(format('%064x', octet_length(body))),
       body = CAST(zeroblob(octet_length(body)) AS TEXT) WHERE ${where}`,
    params,
  );
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

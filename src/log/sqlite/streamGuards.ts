import type { VaultEvent, VaultFact } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { DedupKey } from '../dedupKey.js';
import type { NewEvent } from '../eventLog.js';
import { dedupOf, HOLDING, hashStart } from '../guards.js';
import { readKept } from './readEvents.js';
import { storedId, storedStream } from './storedNames.js';
import { INDEXED, lastIn, streamParams } from './streamPositions.js';

// A stream holds one thing at a time, such as the content of its newest revision, or none any more. The guard of that is
// found by what the event says: a table by stream would be one page more for every save. Of an event that is not settled
// yet (`settle.ts`) there is no guard.

/** Removes the guard that gives way to a new event of its stream. Call it before anything is erased. */
export function giveWay(sql: Sql, event: Pick<NewEvent, 'stream' | 'version'>): void {
  const before = event.version > 1 ? holderBefore(sql, event) : undefined;
  if (before) removeGuard(sql, before, before.position);
}

/** The last event before a version of its stream that said what that holds, unless it is erased. */
export function holderBefore(
  sql: Sql,
  { stream, version }: Pick<NewEvent, 'stream' | 'version'>,
): VaultEvent | undefined {
  const [event] = readKept(sql, HOLDER_BEFORE, { ...streamParams(sql, stream), version });
  return event;
}

const HOLDS = `type IN (${HOLDING.map((type) => `'${type}'`)})`;
const HOLDER_BEFORE = `WHERE events.position = ${lastIn(`version < :version AND ${HOLDS}`)}`;

/** The guard of an event, if it still has one, follows what it is redacted to; undefined when it is erased. Call it before that. */
export function moveGuard(sql: Sql, position: number, redacted: VaultFact | undefined): void {
  const [before] = readKept(sql, 'WHERE events.position = ?', [position]);
  if (!before || !hasGuard(sql, before, position)) return;
  removeGuard(sql, before, position);
  const held = redacted && dedupOf(redacted);
  if (held) addGuard(sql, held, position);
}

/** Whether events of a type say what their stream holds. */
export const takesPlace = (type: string): boolean => HOLDING.includes(type);

/** Whether a later event of a stream says what that holds now. */
export function hasLaterHolder(
  sql: Sql,
  { stream, version }: Pick<NewEvent, 'stream' | 'version'>,
): boolean {
  return sql.get(LATER_HOLDER, [storedStream(stream), version]) !== undefined;
}

const LATER_HOLDER = `SELECT 1 FROM ${INDEXED} AND stream = ? AND version > ? AND ${HOLDS}`;

/** Whether the log has the guard of an event, which the fact says. */
export function hasGuard(sql: Sql, fact: VaultFact, position: number): boolean {
  const held = dedupOf(fact);
  return held
    ? sql.get(`SELECT 1 FROM dedup WHERE ${ROW}`, rowOf(held, position)) !== undefined
    : false;
}

const ROW = 'scope = ? AND position = ? AND hash_start = ?';

function removeGuard(sql: Sql, fact: VaultFact, position: number): void {
  const held = dedupOf(fact);
  if (held) sql.run(`DELETE FROM dedup WHERE ${ROW}`, rowOf(held, position));
}

/** Records that an event is the one that says what its stream holds. */
export function addGuard(sql: Sql, held: DedupKey, position: number): void {
  sql.run('INSERT INTO dedup VALUES (?, ?, ?)', rowOf(held, position));
}

const rowOf = ({ scope, hash }: DedupKey, position: number) => [
  storedId(scope),
  position,
  hashStart(hash),
];

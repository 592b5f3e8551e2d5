import type { VaultEvent, VaultFact } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { DedupKey } from '../dedupKey.js';
import type { NewEvent } from '../eventLog.js';
import { dedupOf, HOLDING, hashStart } from '../guards.js';
import { readKept } from './readEvents.js';
import { storedId, storedStream } from './storedNames.js';

// A stream holds one thing at a time, such as the content of its newest revision, or none any more. The guard of that is
// found by what the event says: a table by stream would be one page more for every save.

/** Records what the stream of a new event holds from now on; null when that is forgotten. Call it before anything is erased. */
export function replaceGuard(
  sql: Sql,
  held: DedupKey | null,
  event: Pick<NewEvent, 'stream' | 'version'>,
  position: number,
): void {
  if (event.version > 1) {
    const before = holderBefore(sql, event);
    if (before) removeGuard(sql, before, before.position);
  }
  if (held) addGuard(sql, held, position);
}

/** The last event before a version of its stream that said what that holds, unless it is erased. */
export function holderBefore(
  sql: Sql,
  { stream, version }: Pick<NewEvent, 'stream' | 'version'>,
): VaultEvent | undefined {
  const [event] = readKept(sql, HOLDER_BEFORE, [storedStream(stream), version, ...HOLDING]);
  return event;
}

const HOLDER_BEFORE = `WHERE stream = ? AND version < ? AND type IN (${HOLDING.map(() => '?')})
  ORDER BY version DESC LIMIT 1`;

/** The guard of an event, if it still has one, follows what it is redacted to; undefined when it is erased. Call it before that. */
export function moveGuard(sql: Sql, position: number, redacted: VaultFact | undefined): void {
  const [before] = readKept(sql, 'WHERE events.position = ?', [position]);
  if (!before || !hasGuard(sql, before, position)) return;
  removeGuard(sql, before, position);
  const held = redacted && dedupOf(redacted);
  if (held) addGuard(sql, held, position);
}

/** Whether the log has the guard of an event, which the fact says. */
export function hasGuard(sql: Sql, fact: VaultFact, position: number): boolean {
  const held = dedupOf(fact);
  return held
    ? sql.get(`SELECT 1 FROM dedup WHERE ${ROW}`, rowOf(held, position)) !== undefined
    : false;
}

const ROW = 'scope = ? AND hash_start = ? AND position = ?';

function removeGuard(sql: Sql, fact: VaultFact, position: number): void {
  const held = dedupOf(fact);
  if (held) sql.run(`DELETE FROM dedup WHERE ${ROW}`, rowOf(held, position));
}

function addGuard(sql: Sql, held: DedupKey, position: number): void {
  sql.run('INSERT INTO dedup VALUES (?, ?, ?)', rowOf(held, position));
}

const rowOf = ({ scope, hash }: DedupKey, position: number) => [
  storedId(scope),
  hashStart(hash),
  position,
];

import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DedupKey, Erased } from '../../events/recorded.js';
import { HOLDING, heldBy, type VaultEvent, type VaultFact } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Head, Holder, LogTotals, NewEvent } from '../eventLog.js';
import { hashStart } from '../guards.js';
import { sealOfHead } from '../seal.js';
import { headOf } from './headOf.js';
import { readKept, readPage } from './readEvents.js';
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
  const held = redacted && heldBy(redacted);
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
  const held = heldBy(fact);
  return held
    ? sql.get(`SELECT 1 FROM dedup WHERE ${ROW}`, guardRow(held, position)) !== undefined
    : false;
}

const ROW = 'scope = ? AND position = ? AND hash_start = ?';

function removeGuard(sql: Sql, fact: VaultFact, position: number): void {
  const held = heldBy(fact);
  if (held) sql.run(`DELETE FROM dedup WHERE ${ROW}`, guardRow(held, position));
}

/** Records that an event is the one that says what its stream holds. */
export function addGuard(sql: Sql, held: DedupKey, position: number): void {
  sql.run('INSERT INTO dedup VALUES (?, ?, ?)', guardRow(held, position));
}

const guardRow = ({ scope, hash }: DedupKey, position: number) => [
  storedId(scope),
  position,
  hashStart(hash),
];

/** What streams hold since the tables were last settled (`settle.ts`), by the events behind that. */
export interface LatestGuards {
  /** Reads what the log has and this does not know yet, and leaves out what was settled. */
  bringUpToDate(): void;
  /** To be called with events that were just appended, so that they need not be read. */
  see(events: readonly VaultEvent[]): void;
  /** To be called when events came that were erased or redacted before: all that this knows is read again. */
  clear(): void;
  /** The streams that hold what a key says, the first of them first. */
  find(key: DedupKey): readonly Holder[];
  /** What each of the streams holds. */
  all(): Iterable<Held>;
}

interface Held extends Holder {
  readonly key: DedupKey;
}

/** Events that are read at a time. */
const PAGE = 1000;
const PART = 'WHERE events.position > ? ORDER BY events.position LIMIT ?';

/** SQL for the events up to which the tables are settled, and up to which there are any. */
const ENDS = `SELECT (SELECT position FROM head) AS settled, coalesce((SELECT max(position) FROM events), 0) AS end`;

const nameOf = ({ scope, hash }: DedupKey) => `${hash} ${scope}`;

/** The guards of a log. They are read when they are asked for. */
export function latestGuards(sql: Sql): LatestGuards {
  const byStream = new Map<string, Held>();
  /** The same by what is held: each save asks for one key. */
  const byKey = new Map<string, Set<Held>>();
  /** Events up to here are settled, and up to here they are settled or in the maps. */
  let settledTo = 0;
  let upTo = 0;

  function hold(held: Held): void {
    byStream.set(held.stream, held);
    const name = nameOf(held.key);
    byKey.set(name, (byKey.get(name) ?? new Set()).add(held));
  }

  function release(stream: string): void {
    const held = byStream.get(stream);
    if (!held) return;
    byStream.delete(stream);
    const name = nameOf(held.key);
    const alike = byKey.get(name);
    alike?.delete(held);
    if (alike?.size === 0) byKey.delete(name);
  }

  function apply(event: VaultEvent): void {
    upTo = event.position;
    // The cast is safe: what an event is redacted to has its type and shape.
    if (event.type === 'event.redacted') move(event.data.position, event.data as VaultFact);
    if (event.type === 'event.forgotten') move(event.data.position, undefined);
    const key = heldBy(event);
    if (key === undefined) return;
    release(event.stream);
    if (key) hold({ key, stream: event.stream, position: event.position });
  }

  /** It says nothing any more, but what its stream held before gave way to it. */
  function passErased({ position, stream, erasedType }: Erased): void {
    upTo = position;
    if (takesPlace(erasedType)) release(stream);
  }

  /** What an event says is something else now, or nothing any more. */
  function move(position: number, fact: VaultFact | undefined): void {
    for (const [stream, held] of [...byStream]) {
      if (held.position !== position) continue;
      release(stream);
      const key = fact && heldBy(fact);
      if (key) hold({ key, stream, position });
    }
  }

  function leaveOutSettled(settled: number): void {
    if (settled === settledTo) return;
    settledTo = settled;
    upTo = Math.max(upTo, settled);
    for (const [stream, { position }] of [...byStream]) if (position <= settled) release(stream);
  }

  return {
    bringUpToDate() {
      const ends = sql.get<{ settled: number; end: number }>(ENDS) ?? { settled: 0, end: 0 };
      leaveOutSettled(ends.settled);
      while (upTo < ends.end) {
        for (const event of readPage(sql, PART, [upTo, PAGE])) {
          if (event.type === 'erased') passErased(event);
          else apply(event);
        }
      }
    },
    see(events) {
      if (events[0]?.position === upTo + 1) for (const event of events) apply(event);
    },
    clear() {
      byStream.clear();
      byKey.clear();
      [settledTo, upTo] = [0, 0];
    },
    find: (key) =>
      [...(byKey.get(nameOf(key)) ?? [])]
        .map(({ stream, position }) => ({ stream, position }))
        .sort((a, b) => a.position - b.position),
    all: () => byStream.values(),
  };
}

// The tables `head` and `dedup` follow from the events, and each is one page more for a save that writes it. So they are
// written for many events together, and when the log is opened and closed: they are settled up to the position
// in `head`. What comes behind that is known from the events themselves.

interface HeadRow extends Head {
  readonly deduplicated: number;
}

/** What is counted of a log without reading it. */
export function totalsOf(sql: Sql): LogTotals {
  return { events: headOf(sql).position, deduplicated: headRow(sql)?.deduplicated ?? 0 };
}

/** The position up to which the tables are settled. */
export function settledTo(sql: Sql): number {
  return headRow(sql)?.position ?? 0;
}

/** Counts saves that were answered with something that was already there. */
export function countDeduplicated(sql: Sql, count: number): void {
  const row = headRow(sql);
  if (count > 0 && row) writeHead(sql, row, row.deduplicated + count);
}

/** Settles the tables of a log that ends at `end`, if it has grown by `lag` events since. Inside a transaction. */
export function settleIfLong(sql: Sql, guards: LatestGuards, end: Head, lag: number): void {
  const settled = headRow(sql)?.position ?? 0;
  if (end.position - settled >= lag) settle(sql, guards);
}

/** Settles the tables up to the end of the log, inside a transaction. Throws where the log ends before what `head` says. */
export function settle(sql: Sql, guards: LatestGuards): void {
  const row = headRow(sql);
  if (!row) throw damaged(sql, 'log.db has no head: it is not a log of memory-vault');
  const end = headOf(sql);
  if (row.position > end.position) {
    const is = `log.db ends at event ${end.position}`;
    throw damaged(sql, `${is}, but once had ${row.position}: it was cut short`);
  }
  if (row.position === end.position) return;
  guards.bringUpToDate();
  for (const { key, position } of guards.all()) addGuard(sql, key, position);
  writeHead(sql, end, row.deduplicated);
}

function headRow(sql: Sql): HeadRow | undefined {
  return sql.get<HeadRow>('SELECT position, hash, deduplicated FROM head');
}

function writeHead(sql: Sql, head: Head, deduplicated: number): void {
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = ?, seal = ?', [
    head.position,
    head.hash,
    deduplicated,
    sealOfHead(head, deduplicated),
  ]);
}

function damaged(sql: Sql, message: string): Diagnostic {
  return new Diagnostic('file_damaged', message, {
    file: sql.db.name,
    setting: 'VAULT_DATA_DIR',
    next: 'set VAULT_DATA_DIR to the directory of a vault, or restore a backup',
  });
}

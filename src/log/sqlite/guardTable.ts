import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { EventRedacted } from '../../events/administration.js';
import type { DedupKey } from '../../events/recorded.js';
import { HOLDING, heldBy, type VaultEvent, type VaultFact } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Head, Holder, LogTotals, NewEvent } from '../eventLog.js';
import { hashStart } from '../guards.js';
import { sealOfHead } from '../seal.js';
import { headOf } from './headOf.js';
import { envelopeAt, readKept, readPage } from './readEvents.js';
import { storedId, storedStream } from './storedNames.js';
import { INDEXED, lastIn, streamParams } from './streamPositions.js';

// A stream holds one thing at a time, such as the content of its newest revision, or none any more. The guard of that is
// found by what the event says: a table by stream would be one page more for every save. Of an event that is not settled
// yet (`settle`) there is no guard.

/** An event, by its stream. */
type Version = Pick<NewEvent, 'stream' | 'version'>;

/** Removes the guard that gives way to a new event of its stream. Call it before anything is erased. */
export function giveWay(sql: Sql, event: Version): void {
  const before = event.version > 1 ? holderBefore(sql, event) : undefined;
  if (before) removeGuard(sql, before, before.position);
}

/** The last event before a version of its stream that said what that holds, unless it is erased. */
export function holderBefore(sql: Sql, { stream, version }: Version): VaultEvent | undefined {
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

/** Adds the guard of what an event was redacted to: if the event itself came erased, there was none that could be moved. */
export function guardRedacted(sql: Sql, { position, type, data }: EventRedacted): void {
  // The cast is safe: what an event is redacted to has its type and shape.
  const fact = { type, data } as VaultFact;
  const held = heldBy(fact);
  if (!held || position > settledTo(sql) || hasGuard(sql, fact, position)) return;
  const target = envelopeAt(sql, position);
  if (target && !hasLaterHolder(sql, target)) addGuard(sql, held, position);
}

/** Whether events of a type say what their stream holds. */
export const takesPlace = (type: string): boolean => HOLDING.includes(type);

/** Whether a later event of a stream says what that holds now. */
export function hasLaterHolder(sql: Sql, { stream, version }: Version): boolean {
  return sql.get(LATER_HOLDER, [storedStream(stream), version]) !== undefined;
}

const LATER_HOLDER = `SELECT 1 FROM ${INDEXED} AND stream = ? AND version > ? AND ${HOLDS}`;

/** Whether the log has the guard of an event, which the fact says. */
export function hasGuard(sql: Sql, fact: VaultFact, position: number): boolean {
  const held = heldBy(fact);
  return Boolean(held && sql.get(`SELECT 1 FROM dedup WHERE ${ROW}`, guardRow(held, position)));
}

const ROW = 'scope = ? AND position = ? AND hash_start = ?';

function removeGuard(sql: Sql, fact: VaultFact, position: number): void {
  const held = heldBy(fact);
  if (held) sql.run(`DELETE FROM dedup WHERE ${ROW}`, guardRow(held, position));
}

/** Records that an event is the one that says what its stream holds. */
function addGuard(sql: Sql, held: DedupKey, position: number): void {
  sql.run('INSERT INTO dedup VALUES (?, ?, ?)', guardRow(held, position));
}

const guardRow = ({ scope, hash }: DedupKey, at: number) => [storedId(scope), at, hashStart(hash)];

/** What a stream holds since an event. */
export interface Held extends Holder {
  readonly key: DedupKey;
}

export type LatestGuards = ReturnType<typeof latestGuards>;

/** What streams hold since the tables were last settled (`settle`), by the events behind that. They are read when asked for. */
export function latestGuards(sql: Sql) {
  const byStream = new Map<string, Held>();
  /** The same by what is held: each save asks for one key. */
  const byKey = new Map<string, Set<Held>>();
  /** Events up to here were settled, and up to here they are settled or in the maps. */
  let settledBefore = 0;
  let upTo = 0;
  /** Whether both are known to be what the transaction sees that is under way. */
  let isCurrent = false;
  /** What left the maps for the table since it was last taken; undefined where something may be missing. */
  let left: Held[] | undefined;

  /** From now on a stream holds what a key says; nothing without one. */
  function hold(stream: string, key?: DedupKey | null, position = 0): void {
    const before = byStream.get(stream);
    if (before) {
      const alike = byKey.get(nameOf(before.key));
      alike?.delete(before);
      if (alike?.size === 0) byKey.delete(nameOf(before.key));
    }
    byStream.delete(stream);
    if (!key) return;
    const held = { key, stream, position };
    byStream.set(stream, held);
    byKey.set(nameOf(key), (byKey.get(nameOf(key)) ?? new Set()).add(held));
  }

  function apply(event: VaultEvent): void {
    upTo = event.position;
    // The cast is safe: what an event is redacted to has its type and shape.
    if (event.type === 'event.redacted') move(event.data.position, event.data as VaultFact);
    if (event.type === 'event.forgotten') move(event.data.position, undefined);
    const key = heldBy(event);
    if (key === undefined) return;
    hold(event.stream, key, event.position);
  }

  /** What an event says is something else now, or nothing any more. */
  function move(position: number, fact: VaultFact | undefined): void {
    for (const [stream, held] of [...byStream]) {
      if (held.position !== position) continue;
      hold(stream, fact && heldBy(fact), position);
    }
  }

  function leaveOutSettled(settled: number): void {
    if (settled === settledBefore) return;
    // The transaction that had settled more did not end: what left the maps is read again.
    if (settled < settledBefore) clear();
    const isKnown = settled <= upTo;
    const leaving = [...byStream].filter(([, { position }]) => position <= settled);
    for (const [stream] of leaving) hold(stream);
    if (isKnown && left && left.length < MOST_LEFT) left.push(...leaving.map(([, held]) => held));
    else left = undefined;
    settledBefore = settled;
    upTo = Math.max(upTo, settled);
  }

  function clear(): void {
    byStream.clear();
    byKey.clear();
    [settledBefore, upTo, left] = [0, 0, undefined];
  }

  return {
    /** Reads what the log has and this does not know yet, and leaves out what was settled. */
    bringUpToDate(): void {
      if (isCurrent && sql.db.inTransaction) return;
      const ends = sql.get<{ settled: number; end: number }>(ENDS) ?? { settled: 0, end: 0 };
      leaveOutSettled(ends.settled);
      while (upTo < ends.end) {
        for (const event of readPage(sql, PART, [upTo, PAGE])) {
          if (event.type !== 'erased') apply(event);
          else {
            upTo = event.position;
            // It says nothing any more, but what its stream held before gave way to it.
            if (takesPlace(event.erasedType)) hold(event.stream);
          }
        }
      }
      isCurrent = true;
    },
    /** To be called when a transaction begins, and before and after it settles the tables. */
    outdate(): void {
      isCurrent = false;
    },
    /** The position up to which the tables were settled when this was last brought up to date. */
    settled: () => settledBefore,
    /** How many events were behind it. */
    unsettled: () => upTo - settledBefore,
    /** To be called with events that were just appended, so that they need not be read. */
    see(events: readonly VaultEvent[]): void {
      if (events[0]?.position === upTo + 1) for (const event of events) apply(event);
    },
    /** To be called when events came that were erased or redacted before: all that this knows is read again. */
    clear,
    /** What was settled since the last call, with the lowest position first; undefined where that is not known. */
    takeSettled(): readonly Held[] | undefined {
      const taken = left?.sort((a, b) => a.position - b.position);
      left = [];
      return taken;
    },
    /** The streams that hold what a key says, the first of them first. */
    find: (key: DedupKey): readonly Holder[] =>
      [...(byKey.get(nameOf(key)) ?? [])]
        .map(({ stream, position }) => ({ stream, position }))
        .sort((a, b) => a.position - b.position),
    /** What each of the streams holds. */
    all: (): Iterable<Held> => byStream.values(),
  };
}

const nameOf = ({ scope, hash }: DedupKey) => `${hash} ${scope}`;

/** So many are kept for who takes them. */
const MOST_LEFT = 10_000;
/** Events that are read at a time. */
const PAGE = 1000;
const PART = 'WHERE events.position > ? ORDER BY events.position LIMIT ?';

/** SQL for the events up to which the tables are settled, and up to which there are any. */
const ENDS = `SELECT (SELECT position FROM head) AS settled, coalesce((SELECT max(position) FROM events), 0) AS end`;

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
function settledTo(sql: Sql): number {
  return headRow(sql)?.position ?? 0;
}

/** Counts saves that were answered with something that was already there. */
export function countDeduplicated(sql: Sql, count: number): void {
  const row = count > 0 ? headRow(sql) : undefined;
  if (row) writeHead(sql, row, row.deduplicated + count);
}

/** Settles the tables if the log has grown by `lag` events since. Inside a transaction. */
export function settleIfLong(sql: Sql, guards: LatestGuards, lag: number): void {
  guards.bringUpToDate();
  if (guards.unsettled() >= lag) settle(sql, guards);
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
  guards.outdate();
  guards.bringUpToDate();
  for (const { key, position } of guards.all()) addGuard(sql, key, position);
  writeHead(sql, end, row.deduplicated);
  guards.outdate();
}

function headRow(sql: Sql): HeadRow | undefined {
  return sql.get<HeadRow>('SELECT position, hash, deduplicated FROM head');
}

function writeHead(sql: Sql, head: Head, deduplicated: number): void {
  const values = [head.position, head.hash, deduplicated, sealOfHead(head, deduplicated)];
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = ?, seal = ?', values);
}

function damaged(sql: Sql, message: string): Diagnostic {
  return new Diagnostic('file_damaged', message, {
    file: sql.db.name,
    setting: 'VAULT_DATA_DIR',
    next: 'set VAULT_DATA_DIR to the directory of a vault, or restore a backup',
  });
}

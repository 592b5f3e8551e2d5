import type { Erased } from '../../events/recorded.js';
import type { VaultEvent, VaultFact } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { DedupKey, Holder } from '../dedupKey.js';
import { dedupOf } from '../guards.js';
import { readPage } from './readEvents.js';
import { takesPlace } from './streamGuards.js';

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
    const key = dedupOf(event);
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
      const key = fact && dedupOf(fact);
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

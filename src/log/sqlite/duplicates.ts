import { setImmediate as nextTurn } from 'node:timers/promises';
import { textSize } from '../../domain/textSize.js';
import type { DedupKey } from '../../events/recorded.js';
import { heldBy, type VaultEvent } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Holder } from '../eventLog.js';
import { hashStart } from '../guards.js';
import { latestGuards } from './guardTable.js';
import { readKept } from './readEvents.js';
import { storedId } from './storedNames.js';

/** What one scope has with one start of a hash. */
interface Part {
  /** Positions by hash, oldest first; undefined while there is none. Some may have been revised or forgotten since. */
  byHash?: Map<string, number[]>;
  /** What is not in the map yet has a higher position. */
  upTo: number;
  /** Whether all rows of the table were read. From then on the map is told what is settled. */
  isWhole: boolean;
}

/** Of all in memory. One more empties it: a part of a usual session is read again in no time. */
const MOST = { positions: 500_000, parts: 20_000 };
const PAGE = 200;
/** UTF-16 units of text that one turn of the event loop reads; an event takes time besides, as long as some 1,000 of them. */
const TURN = 256 * 1024;
const EVENT = 1000;

/**
 * Finds the streams that hold what a key says. `dedup` knows two digits of each hash, and so leads to one note in 256 of a
 * session, or to every note of a caller who chose the texts for that. So each payload is read once at most, and its hash is
 * kept in memory. What is found is read again.
 */
export function duplicates(sql: Sql, latest = latestGuards(sql)) {
  const parts = new Map<string, Part>();
  let count = 0;

  function clear(): void {
    parts.clear();
    count = 0;
  }

  function add(part: Part, hash: string, position: number): void {
    part.upTo = position;
    part.byHash ??= new Map();
    const known = part.byHash.get(hash);
    if (known) known.push(position);
    else part.byHash.set(hash, [position]);
    count += 1;
  }

  /** Adds what was settled since the last look, of which the hashes are still known. */
  function takeSettled(): void {
    const settled = latest.takeSettled();
    if (settled === undefined || count > MOST.positions || parts.size > MOST.parts) clear();
    for (const { key, position } of settled ?? []) {
      const part = parts.get(nameOf(key));
      if (part?.isWhole && position > part.upTo) add(part, key.hash, position);
    }
  }

  /** The part that a key is in, with all that was settled so far. */
  async function partOf(key: DedupKey): Promise<Part> {
    takeSettled();
    const part = parts.get(nameOf(key)) ?? { upTo: 0, isWhole: false };
    parts.set(nameOf(key), part);
    const turn = turns();
    while (!part.isWhole) {
      const settled = latest.settled();
      const rows = sql.all<{ position: number }>(ROWS, [...rowOf(key), part.upTo]);
      for (const { position } of rows) {
        // Another call may have been here during the last turn.
        if (position <= part.upTo) continue;
        part.upTo = position;
        const event = eventAt(sql, position);
        const hash = event && heldBy(event)?.hash;
        if (hash) add(part, hash, position);
        await turn(event);
      }
      // What was settled during a turn is in the table, and was not told.
      if (rows.length < PAGE && latest.settled() === settled) part.isWhole = true;
    }
    return part;
  }

  return {
    /** See `EventLog.findDuplicates`. */
    async *find(key: DedupKey): AsyncGenerator<Holder> {
      latest.bringUpToDate();
      const { byHash } = await partOf(key);
      const turn = turns();
      const positions = byHash?.get(key.hash) ?? [];
      for (let i = 0; i < positions.length; ) {
        const position = positions[i] ?? 0;
        const row = sql.get(ROW, [...rowOf(key), position]);
        const event = row === undefined ? undefined : eventAt(sql, position);
        if (event && heldBy(event)?.hash === key.hash) {
          yield { stream: event.stream, position };
          i += 1;
        } else {
          positions.splice(i, 1);
          count -= 1;
        }
        await turn(event);
      }
      yield* latest.find(key);
    },
    /** To be called when an event was redacted: its row is another one then. */
    clear,
  };
}

const ROWS = `SELECT position FROM dedup WHERE scope = ? AND hash_start = ? AND position > ?
  ORDER BY position LIMIT ${PAGE}`;
const ROW = 'SELECT 1 FROM dedup WHERE scope = ? AND hash_start = ? AND position = ?';

const rowOf = ({ scope, hash }: DedupKey) => [storedId(scope), hashStart(hash)];
const nameOf = ({ scope, hash }: DedupKey) => `${hashStart(hash)} ${scope}`;

/** Undefined when it is erased. */
function eventAt(sql: Sql, position: number): VaultEvent | undefined {
  return readKept(sql, 'WHERE events.position = ?', [position])[0];
}

/** To be called after each event that was read: long work lets others have their turn. */
function turns() {
  let size = 0;
  return async (event: VaultEvent | undefined): Promise<void> => {
    size += EVENT + (event ? textSize(event.data) : 0);
    if (size <= TURN) return;
    size = 0;
    await nextTurn();
  };
}

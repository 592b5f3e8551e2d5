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

/** Rows of one scope whose hashes start alike. */
interface Bucket {
  /** Positions by hash, oldest first. Some may have been revised or forgotten since. */
  readonly byHash: Map<string, number[]>;
  /** What is not in the map yet has a higher position. */
  upTo: number;
  /** Up to where the table was settled at the last look: it has no other rows until it is settled again. */
  settled: number;
}

/** Positions in memory, in all buckets. One more empties them. */
const MOST = 500_000;
const PAGE = 200;
/** UTF-16 units of text that one turn of the event loop reads; an event takes time besides, as long as some 1,000 of them. */
const TURN = 256 * 1024;
const EVENT = 1000;

/**
 * Finds the streams that hold what a key says. `dedup` knows two digits of each hash, and so leads to one note in 256 of a
 * session, or to every note of a caller who chose the texts for that. So each payload is read once, and its hash is kept
 * in memory. What is found is read again.
 */
export function duplicates(sql: Sql, latest = latestGuards(sql)) {
  const buckets = new Map<string, Bucket>();
  let count = 0;

  function clear(): void {
    buckets.clear();
    count = 0;
  }

  /** The bucket of a scope, with what was recorded since the last look. */
  async function bucketOf(scope: string, start: string): Promise<Bucket> {
    if (count > MOST) clear();
    const name = `${start} ${scope}`;
    const settled = latest.settled();
    const bucket = buckets.get(name) ?? {
      byHash: new Map<string, number[]>(),
      upTo: 0,
      settled: -1,
    };
    if (bucket.settled === settled) return bucket;
    buckets.set(name, bucket);
    const turn = turns();
    for (let isLast = false; !isLast; ) {
      const rows = sql.all<{ position: number }>(ROWS, [storedId(scope), start, bucket.upTo]);
      for (const { position } of rows) {
        // Another call may have been here during the last turn.
        if (position <= bucket.upTo) continue;
        bucket.upTo = position;
        const event = eventAt(sql, position);
        const hash = event && heldBy(event)?.hash;
        if (hash) {
          const known = bucket.byHash.get(hash);
          if (known) known.push(position);
          else bucket.byHash.set(hash, [position]);
          count += 1;
        }
        await turn(event);
      }
      isLast = rows.length < PAGE;
    }
    bucket.settled = settled;
    return bucket;
  }

  return {
    /** See `EventLog.findDuplicates`. */
    async *find({ scope, hash }: DedupKey): AsyncGenerator<Holder> {
      latest.bringUpToDate();
      const start = hashStart(hash);
      const { byHash } = await bucketOf(scope, start);
      const turn = turns();
      const positions = byHash.get(hash) ?? [];
      for (let i = 0; i < positions.length; ) {
        const position = positions[i] ?? 0;
        const row = sql.get(ROW, [storedId(scope), start, position]);
        const event = row === undefined ? undefined : eventAt(sql, position);
        if (event && heldBy(event)?.hash === hash) {
          yield { stream: event.stream, position };
          i += 1;
        } else {
          positions.splice(i, 1);
          count -= 1;
        }
        await turn(event);
      }
      yield* latest.find({ scope, hash });
    },
    /** To be called when an event was redacted: its row is another one then. */
    clear,
  };
}

const ROWS = `SELECT position FROM dedup WHERE scope = ? AND hash_start = ? AND position > ?
  ORDER BY position LIMIT ${PAGE}`;
const ROW = 'SELECT 1 FROM dedup WHERE scope = ? AND hash_start = ? AND position = ?';

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

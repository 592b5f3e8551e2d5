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
  /** Whether all rows of the table were read. From then on the map is told what is settled. */
  isComplete: boolean;
}

/** Positions in memory, in all buckets. One more empties them. */
const MOST = 500_000;
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
  const buckets = new Map<string, Bucket>();
  let count = 0;

  function clear(): void {
    buckets.clear();
    count = 0;
  }

  function add(bucket: Bucket, hash: string, position: number): void {
    bucket.upTo = position;
    const known = bucket.byHash.get(hash);
    if (known) known.push(position);
    else bucket.byHash.set(hash, [position]);
    count += 1;
  }

  /** Adds what was settled since the last look, of which the hashes are still known. */
  function takeSettled(): void {
    const settled = latest.takeSettled();
    if (settled === undefined || count > MOST) clear();
    for (const { key, position } of settled ?? []) {
      const bucket = buckets.get(nameOf(key));
      if (bucket?.isComplete && position > bucket.upTo) add(bucket, key.hash, position);
    }
  }

  /** The bucket of what a key says, with all that was settled so far. */
  async function bucketOf(key: DedupKey): Promise<Bucket> {
    takeSettled();
    const bucket = buckets.get(nameOf(key)) ?? { byHash: new Map(), upTo: 0, isComplete: false };
    buckets.set(nameOf(key), bucket);
    const turn = turns();
    while (!bucket.isComplete) {
      const settled = latest.settled();
      const start = hashStart(key.hash);
      const rows = sql.all<{ position: number }>(ROWS, [storedId(key.scope), start, bucket.upTo]);
      for (const { position } of rows) {
        // Another call may have been here during the last turn.
        if (position <= bucket.upTo) continue;
        bucket.upTo = position;
        const event = eventAt(sql, position);
        const hash = event && heldBy(event)?.hash;
        if (hash) add(bucket, hash, position);
        await turn(event);
      }
      // What was settled during a turn is in the table, and was not told.
      if (rows.length < PAGE && latest.settled() === settled) bucket.isComplete = true;
    }
    return bucket;
  }

  return {
    /** See `EventLog.findDuplicates`. */
    async *find({ scope, hash }: DedupKey): AsyncGenerator<Holder> {
      latest.bringUpToDate();
      const start = hashStart(hash);
      const { byHash } = await bucketOf({ scope, hash });
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

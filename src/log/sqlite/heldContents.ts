import { setImmediate as nextTurn } from 'node:timers/promises';
import { textSize } from '../../domain/textSize.js';
import type { VaultEvent } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { DuplicateObservation } from '../eventLog.js';
import { guardsOf, hashStart } from '../guards.js';
import { readKept } from './readEvents.js';

/** The contents of sessions, as the table `dedup` and the payloads say. */
export interface HeldContents {
  /** See `EventLog.findDuplicates`. */
  find(sessionId: string, contentHash: string): AsyncGenerator<DuplicateObservation>;
  /** To be called when an event was redacted: its row is another one then. */
  clear(): void;
}

/** Rows of one session whose content hashes start alike. */
interface Bucket {
  /** Positions by content hash, oldest first. Some may have been revised or forgotten since. */
  readonly byHash: Map<string, number[]>;
  /** What is not in the map yet has a higher position. */
  upTo: number;
}

/** Positions in memory, in all buckets. One more empties them. */
const MOST = 500_000;
const PAGE = 200;
/** UTF-16 units of text that one turn of the event loop reads; an event takes time besides, as long as some 1,000 of them. */
const TURN = 256 * 1024;
const EVENT = 1000;

/**
 * Finds the notes of a session that hold a content. `dedup` knows two digits of each hash, and so leads to one note in 256,
 * or to every note of a caller who chose the texts for that. So each payload is read once, and its hash is kept
 * in memory. What is found is read again.
 */
export function heldContents(sql: Sql): HeldContents {
  const buckets = new Map<string, Bucket>();
  let count = 0;

  function clear(): void {
    buckets.clear();
    count = 0;
  }

  function bucketOf(sessionId: string, start: string): Bucket {
    const name = `${start} ${sessionId}`;
    const bucket = buckets.get(name) ?? { byHash: new Map(), upTo: 0 };
    if (count > MOST) clear();
    buckets.set(name, bucket);
    return bucket;
  }

  function add({ byHash }: Bucket, contentHash: string, position: number): void {
    const known = byHash.get(contentHash);
    if (known) known.push(position);
    else byHash.set(contentHash, [position]);
    count += 1;
  }

  /** Reads what was recorded since the last look. */
  async function bringUpToDate(bucket: Bucket, sessionId: string, start: string): Promise<void> {
    const turn = turns();
    for (;;) {
      const rows = sql.all<{ position: number }>(ROWS, [sessionId, start, bucket.upTo]);
      for (const { position } of rows) {
        // Another call may have been here during the last turn.
        if (position <= bucket.upTo) continue;
        bucket.upTo = position;
        const event = eventAt(sql, position);
        const hash = event && hashOf(event);
        if (hash) add(bucket, hash, position);
        await turn(event);
      }
      if (rows.length < PAGE) return;
    }
  }

  return {
    async *find(sessionId, contentHash) {
      const start = hashStart(contentHash);
      const bucket = bucketOf(sessionId, start);
      await bringUpToDate(bucket, sessionId, start);
      const turn = turns();
      const positions = bucket.byHash.get(contentHash) ?? [];
      for (let i = 0; i < positions.length; ) {
        const position = positions[i] ?? 0;
        const row = sql.get(ROW, [sessionId, start, position]);
        const event = row === undefined ? undefined : eventAt(sql, position);
        if (event && hashOf(event) === contentHash) {
          yield { stream: event.stream, position };
          i += 1;
        } else {
          positions.splice(i, 1);
          count -= 1;
        }
        await turn(event);
      }
    },
    clear,
  };
}

const ROWS = `SELECT position FROM dedup WHERE session_id = ? AND hash_start = ? AND position > ?
  ORDER BY position LIMIT ${PAGE}`;
const ROW = 'SELECT 1 FROM dedup WHERE session_id = ? AND hash_start = ? AND position = ?';

/** Undefined when it is erased. */
function eventAt(sql: Sql, position: number): VaultEvent | undefined {
  return readKept(sql, 'WHERE events.position = ?', [position])[0];
}

function hashOf(event: VaultEvent): string | null | undefined {
  return guardsOf(event, event.position).dedup?.content_hash;
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

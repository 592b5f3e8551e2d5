import { randomFillSync } from 'node:crypto';
import canonical from 'fast-json-stable-stringify';
import { CURRENT_SCHEMA, type VaultEvent } from '../events/vaultEvent.js';
import { commitment, type Envelope, leaf, link } from './chain.js';
import type { Appended, Head, NewEvent } from './eventLog.js';

/** Bytes of salt for each payload. */
const SALT = 32;

/** An event as an engine keeps it: with its payload, and chained to the event before it. */
export interface ChainedEvent {
  readonly event: NewEvent;
  readonly envelope: Envelope;
  readonly salt: Buffer;
  /** Canonical JSON of its data, of the request that wrote it, and of the keys that it spent. */
  readonly body: string;
  readonly hash: Buffer;
}

/**
 * Chains events to the end of a log. `salts` has 32 random bytes for each of them. An engine writes what is `chained`, and
 * answers with `appended` once that is done.
 */
export function chainBatch(events: readonly NewEvent[], end: Head, salts: Buffer) {
  let head = end;
  const chained = events.map((event, i) => {
    const salt = salts.subarray(SALT * i, SALT * (i + 1));
    const one = chain(event, head, salt);
    head = { position: one.envelope.position, hash: one.hash };
    return one;
  });
  const appended: Appended = { events: chained.map(toRecorded), head };
  return { chained, appended };
}

function chain(event: NewEvent, before: Head, salt: Buffer): ChainedEvent {
  const { id, stream, version, type, at, meta, data, request, spent } = event;
  const body = canonical({ data, request, spent });
  const position = before.position + 1;
  const commits = commitment(salt, body);
  const schema = CURRENT_SCHEMA[type];
  const envelope = { position, id, stream, version, type, schema, at, meta, commitment: commits };
  return { event, envelope, salt, body, hash: link(before.hash, leaf(envelope)) };
}

function toRecorded({ event, envelope }: ChainedEvent): VaultEvent {
  const { request: _, spent: __, ...rest } = event;
  return { ...rest, position: envelope.position };
}

/** Random bytes that no salt has used yet. A draw costs more than its bytes, so many are drawn at once. */
let unused = Buffer.alloc(0);

/** Salts for `count` events. */
export function drawSalts(count: number): Buffer {
  const size = SALT * count;
  if (unused.length < size) unused = randomFillSync(Buffer.allocUnsafeSlow(Math.max(size, 8192)));
  const salts = unused.subarray(0, size);
  unused = unused.subarray(size);
  return salts;
}

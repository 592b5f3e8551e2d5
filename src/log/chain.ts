import canonical from 'fast-json-stable-stringify';
import { sha256 } from '../domain/hash.js';
import type { Meta } from '../events/recorded.js';

const PAYLOAD = Buffer.from('payload/1');
const CHAIN = Buffer.from('chain/1');

/** The public part of an event, which is never erased. */
export interface Envelope {
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly meta: Meta;
  readonly commitment: Buffer;
}

/** Binds an envelope to its payload. Once the salt is erased, it reveals nothing about the body. */
export function commitment(salt: Buffer, body: string): Buffer {
  return sha256(Buffer.concat([PAYLOAD, salt, Buffer.from(body)]));
}

/** SHA-256(0x00 ‖ canonical envelope): a leaf as in RFC 6962. */
export function leaf(envelope: Envelope): Buffer {
  const { position, id, stream, version, type, schema, at, meta } = envelope;
  const json = canonical({
    position,
    id,
    stream,
    version,
    type,
    schema,
    at,
    meta,
    commitment: envelope.commitment.toString('hex'),
  });
  return sha256(`\0${json}`);
}

/** `hash[n]` from `hash[n-1]` and the leaf of event n. */
export function link(before: Buffer, leafHash: Buffer): Buffer {
  return sha256(Buffer.concat([CHAIN, before, leafHash]));
}

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

/** The canonical envelope: what a leaf is the hash of. */
export function leafData(envelope: Envelope): string {
  const { position, id, stream, version, type, schema, at, meta } = envelope;
  return canonical({
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
}

/** SHA-256(0x00 ‖ canonical envelope): a leaf as in RFC 6962. */
export const leaf = (envelope: Envelope): Buffer => sha256(`\0${leafData(envelope)}`);

/** `hash[n]` from `hash[n-1]` and the leaf of event n. */
export function link(before: Buffer, leafHash: Buffer): Buffer {
  return sha256(Buffer.concat([CHAIN, before, leafHash]));
}

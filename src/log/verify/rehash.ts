import { hash } from 'node:crypto';
import type { Envelope } from '../chain.js';

/** The columns of an envelope as they are on disk, with bytes in hex. */
export interface EnvelopeRow extends Omit<Envelope, 'meta' | 'commitment'> {
  /** JSON text. */
  readonly meta: string;
  readonly commitment: string;
  readonly hash: string;
}

// The same hashes as in `log/chain.ts`, but computed from the stored text, without parsing and formatting it again. This
// second implementation keeps a mistake in the first one from hiding itself.

/** The canonical envelope, from the stored columns: what a leaf is the hash of. */
export function leafDataOf(row: EnvelopeRow): string {
  const { position, id, stream, version, type, schema, at, meta, commitment } = row;
  return (
    `{"at":${at},"commitment":"${commitment}","id":"${id}","meta":${meta},"position":${position},` +
    `"schema":${schema},"stream":"${stream}","type":"${type}","version":${version}}`
  );
}

/** SHA-256(0x00 ‖ canonical envelope) as a binary string, from the stored columns. */
export function leafOf(row: EnvelopeRow): string {
  return hash('sha256', `\0${leafDataOf(row)}`, 'binary');
}

const linked = Buffer.from(`chain/1${'\0'.repeat(64)}`);

/** `hash[n]` in hex, from `hash[n-1]` in hex and the leaf of event n. */
export function linkOf(before: string, leaf: string): string {
  linked.write(before, 7, 'hex');
  linked.write(leaf, 39, 'binary');
  return hash('sha256', linked, 'hex');
}

/** `hash[0]` in hex. */
export const GENESIS_HASH = '00'.repeat(32);

let salted = Buffer.from(`payload/1${'\0'.repeat(64 * 1024)}`);

/** The commitment to a payload in hex, from its salt in hex and its body. */
export function commitmentOf(salt: string, body: string): string {
  const maxLength = 9 + salt.length / 2 + body.length * 3;
  if (salted.length < maxLength) salted = Buffer.concat([salted, Buffer.alloc(maxLength)]);
  const start = 9 + salted.write(salt, 9, 'hex');
  const end = start + salted.write(body, start);
  return hash('sha256', salted.subarray(0, end), 'hex');
}

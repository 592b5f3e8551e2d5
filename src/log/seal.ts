import type { Head, IdempotencyRecord } from './eventLog.js';
import { sha256 } from './sha256.js';

/**
 * Checksums of what no event tells: a flipped bit in it could not be noticed otherwise. They are no proof,
 * since whoever can write the file can make them too.
 */
export function sealOfHead({ position, hash }: Head, deduplicated: number): Buffer {
  return seal(position, hash.toString('hex'), deduplicated);
}

/** An answer as it is stored, its fingerprint encrypted. */
export interface AnswerRow extends Omit<IdempotencyRecord, 'fingerprint'> {
  readonly fingerprint: Buffer;
}

/** The seal of an answer that wrote no event; one that did is told by its event. */
export function sealOfAnswer({ key, fingerprint, stream, version }: AnswerRow): Buffer {
  return seal(key, fingerprint.toString('hex'), stream, version);
}

function seal(...parts: (string | number)[]): Buffer {
  return sha256(['seal/1', ...parts].join('\n'));
}

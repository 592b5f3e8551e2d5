import { sha256 } from '../domain/sha256.js';
import type { Head, IdempotencyRecord } from './eventLog.js';

/**
 * Checksums of what no event tells: a flipped bit in it could not be noticed otherwise. They are no proof,
 * since whoever can write the file can make them too.
 */
export function sealOfHead({ position, hash }: Head, deduplicated: number): Buffer {
  return seal(position, hash.toString('hex'), deduplicated);
}

/** The seal of an answer that wrote no event; one that did is told by its event. */
export function sealOfAnswer({ key, fingerprint, stream, version }: IdempotencyRecord): Buffer {
  return seal(key, fingerprint, stream, version);
}

function seal(...parts: (string | number)[]): Buffer {
  return sha256(['seal/1', ...parts].join('\n'));
}

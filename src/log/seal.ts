import { sha256 } from '../domain/hash.js';
import type { Head, IdempotencyRecord } from './eventLog.js';

/**
 * Checksums of data that does not follow from the events, where a flipped bit would otherwise go unnoticed. They prove
 * nothing against an attacker: anyone who can write the file can compute them, too.
 */
export function sealOfHead({ position, hash }: Head, deduplicated: number): Buffer {
  return seal(position, hash.toString('hex'), deduplicated);
}

/** An answer as it is stored, its fingerprint encrypted. */
export interface AnswerRow extends Omit<IdempotencyRecord, 'fingerprint'> {
  readonly fingerprint: Buffer;
}

/** The seal of an answer that wrote no event. Other answers follow from their event and need no seal. */
export function sealOfAnswer({
  key,
  fingerprint,
  stream,
  version,
}: Omit<AnswerRow, 'position'>): Buffer {
  return seal(key, fingerprint.toString('hex'), stream, version);
}

/** The seal of what a copy says of the shared log. */
export function sealOfCopy(instance: string, answers: number): Buffer {
  return seal(instance, answers);
}

function seal(...parts: (string | number)[]): Buffer {
  return sha256(['seal/1', ...parts].join('\n'));
}

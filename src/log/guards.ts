import type { DedupKey } from '../events/recorded.js';
import { heldBy } from '../events/vaultEvent.js';
import type { IdempotencyRecord, NewEvent } from './eventLog.js';

/** The rows of an event in the guard tables. They follow from the event alone. */
export interface Guards {
  /** What its stream holds from now on; null when that is forgotten. */
  readonly dedup?: DedupKey | null | undefined;
  readonly answer?: IdempotencyRecord | undefined;
  /** `Idempotency-Key`s that lead to it because it erased what they led to. */
  readonly spent: readonly string[];
}

/** The guards of an event at its position. */
export function guardsOf(event: NewEvent, position: number): Guards {
  const { request, spent = [], stream, version } = event;
  return {
    dedup: heldBy(event),
    answer: request && { ...request, stream, version, position },
    spent,
  };
}

/** The part of a hash (hex) that guards keep. It is too short to reveal a forgotten text. */
export const hashStart = (hash: string) => hash.slice(0, 2);

import { unreachable } from '../domain/unreachable.js';
import { changesNote, NOTE_EVENTS } from '../events/observation.js';
import type { VaultFact } from '../events/vaultEvent.js';
import { type DedupKey, refKey } from './dedupKey.js';
import type { IdempotencyRecord, NewEvent } from './eventLog.js';

/** The rows of an event in the guard tables. They follow from the event alone. */
export interface Guards {
  /** What its stream holds from now on; null when that is forgotten. */
  readonly dedup?: DedupKey | null | undefined;
  readonly answer?: IdempotencyRecord | undefined;
}

/** The guards of an event at its position. */
export function guardsOf(event: NewEvent, position: number): Guards {
  const { request, stream, version } = event;
  return {
    dedup: dedupOf(event),
    answer: request && { ...request, stream, version, position },
  };
}

/** See `Guards.dedup`; undefined for an event that leaves it as it was. */
export function dedupOf(event: VaultFact): Guards['dedup'] {
  if (event.type === 'session.started') return refKey(event.data);
  if (event.type === 'session.forgotten') return null;
  if (!changesNote(event)) return undefined;
  switch (event.type) {
    case 'observation.saved':
    case 'observation.revised': {
      const { session_id, content_hash } = event.data;
      // Without a session, duplicates are not detected.
      return session_id === null ? undefined : { scope: session_id, hash: content_hash };
    }
    case 'observation.forgotten':
      return null;
    default:
      return unreachable(event);
  }
}

/** Types of events for which `dedupOf` may give something. */
export const HOLDING: readonly string[] = [...NOTE_EVENTS, 'session.started', 'session.forgotten'];

/** The part of a hash (hex) that guards keep. It is too short to reveal a forgotten text. */
export const hashStart = (hash: string) => hash.slice(0, 2);

import { unreachable } from '../domain/unreachable.js';
import { changesNote } from '../events/observation.js';
import type { IdempotencyRecord, NewEvent } from './eventLog.js';

/** The rows of an event in the guard tables. They follow from the event alone. */
export interface Guards {
  /** The content that its stream has in a session from now on; null when it is forgotten. */
  readonly dedup?:
    | { readonly session_id: string; readonly content_hash: string | null }
    | undefined;
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

function dedupOf(event: NewEvent): Guards['dedup'] {
  if (!changesNote(event)) return undefined;
  switch (event.type) {
    case 'observation.saved':
    case 'observation.revised':
      return guard(event.data.session_id, event.data.content_hash);
    case 'observation.forgotten':
      return guard(event.data.session_id, null);
    default:
      return unreachable(event);
  }
}

/** Without a session, duplicates are not detected. */
function guard(session_id: string | null, content_hash: string | null): Guards['dedup'] {
  return session_id === null ? undefined : { session_id, content_hash };
}

/** The part of a content hash (hex) that guards keep. It is too short to reveal a forgotten text. */
export const hashStart = (contentHash: string) => contentHash.slice(0, 2);

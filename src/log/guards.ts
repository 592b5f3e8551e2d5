import type { IdempotencyRecord, NewEvent } from './eventLog.js';

/** What an event puts into the guard tables: re-derivable from the event alone. */
export interface Guards {
  /** The content that its stream holds in a session from now on; null when it holds none any more. */
  readonly dedup?:
    | { readonly session_id: string; readonly content_hash: string | null }
    | undefined;
  readonly answer?: IdempotencyRecord | undefined;
}

/** Names of the members of a body, wherever they stand in it, that guards are derived from. */
export const GUARD_FIELDS = ['data', 'request', 'session_id', 'content_hash', 'key', 'fingerprint'];

/** The guards of an event at its position. */
export function guardsOf(event: NewEvent, position: number): Guards {
  const { request, stream, version } = event;
  return {
    dedup: dedupOf(event),
    answer: request && { ...request, stream, version, position },
  };
}

function dedupOf(event: NewEvent): Guards['dedup'] {
  switch (event.type) {
    case 'observation.saved':
    case 'observation.revised':
      return guard(event.data.session_id, event.data.content_hash);
    case 'observation.forgotten':
      return guard(event.data.session_id, null);
    default:
      return undefined;
  }
}

/** Without a session there is no dedup. */
function guard(session_id: string | null, content_hash: string | null): Guards['dedup'] {
  return session_id === null ? undefined : { session_id, content_hash };
}

/** So much of a content hash (hex) do guards keep: what they tell of a forgotten text is nothing. */
export const hashStart = (contentHash: string) => contentHash.slice(0, 2);

import type { FirstAnswer, Pending } from './eventLog.js';

/** What an event puts into the guard tables: re-derivable from the event alone. */
export interface Guards {
  readonly dedup?: { readonly session_id: string; readonly content_hash: string } | undefined;
  readonly answer?: FirstAnswer | undefined;
}

/** The guards of an event at its position. */
export function guardsOf(event: Pending, position: number): Guards {
  const { request, stream, version } = event;
  return {
    dedup: dedupOf(event),
    answer: request && { ...request, stream, version, position },
  };
}

function dedupOf(event: Pending): Guards['dedup'] {
  if (event.type !== 'observation.saved' || event.data.session_id === null) return undefined;
  return { session_id: event.data.session_id, content_hash: event.data.content_hash };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[\w.:-]{1,128}$/;
const RANDOM_LOOKING =
  /^(?:[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;

/** The caller's `X-Request-Id` if it has 1 to 128 harmless characters, otherwise a new UUID. */
export function requestId(request: IncomingMessage): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE.test(id) ? id : randomUUID();
}

/**
 * The id for the log; undefined when it must not be stored. Envelopes are never erased, so only UUIDs and ULIDs are
 * allowed: any other text in the header could be a name or a secret.
 */
export function requestMetaId(id: string): string | undefined {
  return RANDOM_LOOKING.test(id) ? id : undefined;
}

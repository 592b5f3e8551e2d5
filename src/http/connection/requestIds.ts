import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[\w.:-]{1,128}$/;
const RANDOM_LOOKING =
  /^(?:[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;

/** The caller's `X-Request-Id` if it is a sane one, else a new UUID. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}

/**
 * The id as the log may keep it. Envelopes are kept for ever, so only UUIDs and ULIDs get in: anything
 * else could be a name or a secret that somebody put into the header.
 */
export function requestMetaId(id: string): string | undefined {
  return RANDOM_LOOKING.test(id) ? id : undefined;
}

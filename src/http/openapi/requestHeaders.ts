import { z } from 'zod';
import { WIPE_WAIT_MS } from '../answers/forgetAnswers.js';
import { MAX_WAIT_S } from '../request/prefer.js';
import { type Route, takesKey } from '../route.js';

/** Positions are at most 15 digits long: such numbers are exact everywhere. */
const MOST_POSITION = 999_999_999_999_999;

const IDEMPOTENCY_KEY = z
  .string()
  .optional()
  .meta({
    description:
      'A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; ' +
      'one with another body is refused (422).',
    override: { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  });

const PREFER = z
  .string()
  .optional()
  .meta({
    description:
      `\`wait=N\` (RFC 7240) waits up to N seconds, at most ${MAX_WAIT_S}, until what was forgotten is wiped from every ` +
      `file; \`respond-async\` does not wait. By default ${WIPE_WAIT_MS / 1000} seconds.`,
    example: 'wait=30',
  });

const LAST_EVENT_ID = z
  .string()
  .optional()
  .meta({
    description: 'Id of the last message received: the stream goes on after it.',
    override: { type: 'integer', minimum: 0, maximum: MOST_POSITION },
  });

/** The headers that a request to a route may have, besides those of every request or every read; undefined for none. */
export function requestHeaders(route: Route): z.ZodObject | undefined {
  // Where messages have no id, a stream cannot go on after one.
  const streams = Object.values(route.answers).some(({ stream }) => stream?.startsWith('id: '));
  const headers = {
    ...(takesKey(route) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(streams && { 'Last-Event-ID': LAST_EVENT_ID }),
    ...(route.waitsForWipe && { Prefer: PREFER }),
  };
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined;
}

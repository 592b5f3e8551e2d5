import { z } from 'zod';
import { parseTime } from './time.js';

/** A date-time in a request: parses RFC 3339 text to milliseconds since 1970. */
export const Time = z
  .string()
  .transform((value, ctx) => {
    const ms = parseTime(value);
    if (ms !== undefined) return ms;
    ctx.addIssue({
      code: 'custom',
      message: 'must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z',
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time', description: 'RFC 3339, any offset and fraction.' });

/** A date-time in a response. */
export const OutTime = z
  .string()
  .meta({ format: 'date-time', description: 'RFC 3339 in UTC, whole seconds.' });

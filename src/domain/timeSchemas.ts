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

/** A time in a query string. Restores a `+` that was not escaped and arrived as a space. */
export const TimeParam = z
  .string()
  .overwrite((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(Time)
  .meta({ override: { type: 'string', format: 'date-time' } });

/** The bounds of a range in whole seconds, as read models keep times: not before the one, not after the other. */
export const FromSeconds = TimeParam.transform((ms) => Math.ceil(ms / 1000));
export const ToSeconds = TimeParam.transform((ms) => Math.floor(ms / 1000));

/** A date-time in a response. */
export const OutTime = z
  .string()
  .meta({ id: 'UtcTime', format: 'date-time', description: 'RFC 3339 in UTC, whole seconds.' });

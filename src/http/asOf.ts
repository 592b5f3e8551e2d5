import { z } from 'zod';
import type { App } from '../app/app.js';
import { optional } from '../domain/text.js';
import { TimeParam } from '../domain/timeSchemas.js';
import { type AsOf, NOW, positionAt } from '../queries/asOf.js';

/** `as_of`: a moment as the caller names it. */
type Moment = { readonly position: number } | { readonly at: number };

/** `as_of=<RFC 3339 or log position>` in a query string. */
export const AsOfParam = optional(
  z.union(
    [
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform((text): Moment => ({ position: Number(text) })),
      TimeParam.transform((at): Moment => ({ at })),
    ],
    'must be a position in the log or an RFC 3339 date-time such as 2026-01-31T12:00:00Z',
  ),
).meta({
  description:
    'Answers as it was then: after this position in the log, or at this time (RFC 3339). What has been ' +
    'forgotten since stays forgotten.',
  override: { type: 'string' },
});

/** The position that a moment stands for; without one, now. */
export async function asOf(app: App, moment: Moment | undefined): Promise<AsOf> {
  if (!moment) return NOW;
  return 'position' in moment ? moment.position : positionAt(app.log, moment.at);
}

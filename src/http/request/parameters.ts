import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app/app.js';
import { canonicalUlid, canonicalUlidOrEnd } from '../../domain/canonicalUlid.js';
import { Rejection } from '../../domain/rejection.js';
import { Name, optional } from '../../domain/text.js';
import { TimeParam } from '../../domain/timeSchemas.js';
import { type AsOf, NOW, positionAt } from '../../queries/asOf.js';

/** `/{project}` */
export const ProjectParam = z.object({
  project: Name.meta({ description: 'Name of the project.', example: 'checkout' }),
});

/** `?team=` of what teams and the whole vault have under the same name. */
export const OfTeam = z.strictObject({
  team: optional(Name).meta({
    description:
      'Answers as for this team: what it has of its own, else what is for all. Behind a wall, a member’s own team is the default.',
  }),
});

/** `?team=` of what is forgotten: of two things with the same name, only one is. */
export const OnlyOfTeam = z.strictObject({
  team: optional(Name).meta({
    description: 'The team that it belongs to. Without a team, what is for all is forgotten.',
  }),
});

/** `/{id}` of an observation, of which the end is enough: `fullId` finds the rest. Other texts give `not_found`. */
export const ObservationParam = z.object({
  id: z
    .string()
    .transform((text) => {
      const idOrEnd = canonicalUlidOrEnd(text);
      if (idOrEnd !== undefined) return idOrEnd;
      throw new Rejection(
        'not_found',
        'there is no observation with that id: send all 26 characters of it, or at least the last 8',
      );
    })
    .meta({
      description: 'Whole, or its last 8 or more characters when no other has them.',
      example: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
    }),
});

/** `/{id}` of a session or another thing that has one. */
export function idParam(what: string) {
  return z.object({ id: pathId(what) });
}

/** An id in a path. A text that is no ULID gives `not_found`. */
export function pathId(what: string) {
  return z
    .string()
    .transform((text) => {
      const id = canonicalUlid(text);
      // Thrown instead of added as an issue, which would give `invalid_parameter`.
      if (!id) throw new Rejection('not_found', `there is no ${what} with that id`);
      return id;
    })
    .meta({ example: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0' });
}

/** A whole number in a query string. */
export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  const limit = max < Number.MAX_SAFE_INTEGER && { maximum: max };
  return z
    .string()
    .regex(/^\d{1,16}$/, { abort: true, error: message })
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ override: { type: 'integer', pattern: undefined, minimum: min, ...limit } });
}

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
    'Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is ' +
    'not shown.',
  override: { type: 'string' },
});

/** The position that a moment stands for; without one, now. */
export async function asOf(app: App, moment: Moment | undefined): Promise<AsOf> {
  if (!moment) return NOW;
  return 'position' in moment ? moment.position : positionAt(app.log, moment.at);
}

/** The parameter `limit`, with a default. */
export function limit(max: number, byDefault: number) {
  return optional(whole(1, max))
    .transform((value) => value ?? byDefault)
    .meta({ description: `By default ${byDefault}.` });
}

/** A position in a request header; undefined without it. Throws `invalid_parameter` for what is none. */
export function positionHeader({ headers }: FastifyRequest, name: string): number | undefined {
  const value = headers[name.toLowerCase()];
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(String(value))) return Number(value);
  throw new Rejection('invalid_parameter', `${name}: must be a position in the log`);
}

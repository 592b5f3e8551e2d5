import { z } from 'zod';
import { canonicalUlid } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { Name, optional } from '../domain/text.js';

/** `/{project}` */
export const ProjectParam = z.object({
  project: Name.meta({ description: 'Name of the project.', example: 'checkout' }),
});

/** `/{id}` of an observation or a session. */
export function idParam(what: string) {
  return z.object({ id: pathId(what) });
}

/** An id in a path: what is no ULID simply does not exist. */
export function pathId(what: string) {
  return z
    .string()
    .transform((text) => {
      const id = canonicalUlid(text);
      // Thrown rather than told as an issue: not a bad request, but one for something that is not there.
      if (!id) throw new Rejection('not_found', `there is no ${what} with that id`);
      return id;
    })
    .meta({ description: 'ULID, in any case.', example: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0' });
}

/** A whole number in a query string. */
export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { abort: true, error: message })
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ override: { type: 'integer', pattern: undefined, minimum: min, maximum: max } });
}

/** How many at most, with a default. */
export function limit(max: number, byDefault: number) {
  return optional(whole(1, max))
    .transform((value) => value ?? byDefault)
    .meta({ description: `At most so many, by default ${byDefault}.` });
}

import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { Name, optional, TimeParam } from '../../domain/fields.js';
import { FILTER_SCHEMAS } from '../../domain/filterSchemas.js';
import type { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { FILTER_NAMES, type FilterName, SEARCH_FILTERS } from '../../domain/searchFilters.js';
import { toSeconds } from '../../domain/time.js';
import { canonicalUlid, canonicalUlidOrEnd } from '../../domain/ulid.js';
import { isStorable } from '../../domain/unicode.js';
import type { Slices } from '../../queries/inSlices.js';
import { LISTED_STATES, type Place } from '../../queries/search/findNewest.js';
import { type Instant, nowAt, positionAt } from '../../queries/visible.js';
import type { Answer, Asked } from '../route.js';

/** `/{project}` */
export const ProjectParam = z.object({
  project: Name.meta({
    param: { id: 'project' },
    description: 'Name of the project.',
    example: 'checkout',
  }),
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
      param: { id: 'id' },
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
type NamedInstant = { readonly position: number } | { readonly at: number };

/** `as_of=<RFC 3339 or log position>` in a query string. */
export const AsOfParam = optional(
  z.union(
    [
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform((text): NamedInstant => ({ position: Number(text) })),
      TimeParam.transform((at): NamedInstant => ({ at })),
    ],
    'must be a position in the log or an RFC 3339 date-time such as 2026-01-31T12:00:00Z',
  ),
).meta({
  param: { id: 'as_of' },
  description:
    'Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is ' +
    'not shown.',
  override: { type: 'string' },
});

/** The instant that a caller names; without one, now. A time that is to come is that time, with what is there now. */
export async function asOf(vault: Vault, named: NamedInstant | undefined): Promise<Instant> {
  const now = nowAt(vault.clock());
  if (!named) return now;
  if ('at' in named)
    return { as_of: await positionAt(vault.log, named.at), at: toSeconds(named.at) };
  const [event] = await vault.log.readAfter(named.position - 1, 1);
  const at = event?.position === named.position ? toSeconds(event.at) : now.at;
  return { as_of: named.position, at };
}

/** The parameter `limit`, with a default. */
export function limit(max: number, byDefault: number) {
  return optional(whole(1, max))
    .transform((value) => value ?? byDefault)
    .meta({ description: `By default ${byDefault}.` });
}

/** A position in a request header; undefined without it. Throws `invalid_parameter` for what is none. */
export function positionHeader({ headers }: Asked, name: string): number | undefined {
  const value = headers[name.toLowerCase()];
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(String(value))) return Number(value);
  throw new Rejection('invalid_parameter', `${name}: must be a position in the log`);
}

/** `cursor` in a query string: the place behind which a page begins, as `nextPage` writes it. */
export const CursorParam = optional(
  z
    .string()
    .regex(/^-?\d{1,12}\.\d{1,15}$/, 'must be the cursor of a Link header of this service')
    .transform((text): Place => {
      const [created_at = 0, first = 0] = text.split('.').map(Number);
      return { created_at, first };
    }),
).meta({
  param: { id: 'cursor' },
  description: 'Where the next page starts; taken from the Link header.',
});

/** The header that `nextPage` is the value of. */
export const NEXT_PAGE: Answer['headers'] = {
  Link: 'The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`.',
};

/** `Link` to the page behind a place: the URL of this one, with a cursor and with what `fixed` says. */
export function nextPage(
  url: string,
  { created_at, first }: Place,
  fixed: Readonly<Record<string, string>> = {},
): string {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(fixed)) query.set(name, value);
  query.set('cursor', `${created_at}.${first}`);
  return `<${path}?${query}>; rel="next"`;
}

/** For lists of which a caller reads only the beginning of each text: the whole of them may be many megabytes. */
export const ContentLimitParam = optional(whole(0, 10_000)).meta({
  param: { id: 'content_limit' },
  description:
    'Largest number of characters of each `content`; `content_bytes` says how long a shortened one is.',
});

/** Observations with at most `most` code points of content each. */
export function withContentLimit<O extends Observation>(
  observations: readonly O[],
  most: number | undefined,
): readonly O[] {
  if (most === undefined) return observations;
  return observations.map((one) => {
    const content = beginning(one.content, most);
    if (content === one.content) return one;
    return { ...one, content, content_bytes: Buffer.byteLength(one.content) };
  });
}

/** The same of a list that is read a slice at a time. */
export async function* slicesWithContentLimit<O extends Observation>(
  slices: Slices<O>,
  most: number | undefined,
): Slices<O> {
  for await (const slice of slices) yield withContentLimit(slice, most);
}

/** A code point has at most two units, so what is behind `2 * most` need not be looked at. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/** The query text of a search. */
export const SearchWords = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  // What is blank is refused where it is searched, as `invalid_query`.
  .meta({
    description: 'Words, or FTS5 syntax.',
    example: 'idempotency key',
    minLength: 1,
    pattern: '\\S',
  });

/** Refuses a query without words. */
export function refuseBlank(q: string): void {
  if (q.trim() === '') throw new Rejection('invalid_query', 'q: must not be blank');
}

/** What a search may be narrowed by: the same here and in the hive, since the filters travel with it. */
// The keys and values are those of the tables; Object.fromEntries forgets it.
export const FILTER_PARAMS = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const schema: z.ZodType = FILTER_SCHEMAS[name];
    const { description } = SEARCH_FILTERS[name];
    return [name, optional(schema).meta({ param: { id: `filter.${name}` }, description })];
  }),
) as unknown as {
  [K in FilterName]: z.ZodOptional<(typeof FILTER_SCHEMAS)[K]>;
};

/** Which observations are listed or searched. */
export const StateParam = optional(z.enum(LISTED_STATES)).meta({
  description:
    'Those that are `accepted` (the default) or `proposed`, or both. What is proposed is not ranked: it comes after the hits, newest first.',
});

/** Whether a project is given with its layers. */
export const LayersParam = optional(z.enum(['0', '1']))
  .transform((text) => text !== '0')
  .meta({
    param: { id: 'layers' },
    description:
      'With a project: 1, the default, also gives its layers, the projects `personal` and `everywhere`; 0 gives the project alone.',
  });

/** The parameter for extracts in hits. */
export const SnippetParam = optional(z.enum(['0', '1'])).meta({
  description: '1 adds an extract to each hit.',
});

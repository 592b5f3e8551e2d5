import { z } from 'zod';
import { isAddressable } from './names.js';
import { parseTime } from './time.js';
import { formC, isStorable } from './unicode.js';

/** Length in Unicode code points, the unit of every limit (JSON Schema counts the same way). */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `min` to `max` code points, kept as it was sent. */
export function verbatimText(min: number, max: number) {
  return bounded(storable(), min, max);
}

/** A string of `min` to `max` code points after trimming. */
export function text(min: number, max: number) {
  return bounded(storable().trim(), min, max).meta(lengths(min, max));
}

/** The lengths for the API document. Blanks alone are trimmed to nothing. */
function lengths(min: number, max: number) {
  return { minLength: min, maxLength: max, ...(min > 0 && { pattern: '\\S' }) };
}

/** Like `text`, in Unicode normalisation form C (UAX 15), so that texts that look equal are equal. See `formC`. */
export function normalisedText(min: number, max: number) {
  return text(min, max).overwrite(formC).meta(lengths(min, max));
}

function bounded(schema: z.ZodString, min: number, max: number) {
  return schema
    .superRefine((value, ctx) => {
      const message = lengthProblem(value, min, max);
      // What is too long is not worked on any further.
      if (message) ctx.addIssue({ code: 'custom', message, continue: false });
    })
    .meta({ minLength: min, maxLength: max });
}

function storable() {
  return z
    .string()
    .refine(isStorable, { abort: true, error: 'must be well-formed Unicode without NUL' });
}

function lengthProblem(value: string, min: number, max: number): string | undefined {
  // A code point is one or two UTF-16 units, so most texts need no count.
  if (value.length < min || (value.length < 2 * min && codePoints(value) < min)) {
    return min === 1 ? 'must not be empty' : `must be at least ${min} characters`;
  }
  // Half of so many units are too many code points, without a count.
  if (value.length > 2 * max || (value.length > max && codePoints(value) > max))
    return `must be at most ${max} characters`;
  return undefined;
}

/** An optional input field: `null` means absent, as does leaving it out. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value): z.output<S> | undefined => value ?? undefined);
}

/** A member that may be given and counts for nothing, because only answers have it. */
export const Ignored = z
  .unknown()
  .transform((): undefined => undefined)
  .optional()
  .meta({ readOnly: true });

/** The name of a project, team, country, author, agent or prompt. */
export const Name = text(1, 200).meta({ id: 'Name' });

/** The name of a new project, team or prompt, by which the path of a URL names it. */
export const NewName = Name.refine(
  isAddressable,
  'must not be "." or "..": choose a name with a letter or digit',
).meta({
  id: 'NewName',
  minLength: 1,
  maxLength: 200,
  pattern: String.raw`^(?!\s*\.{1,2}\s*$)[\s\S]*\S`,
});

/** A name as it is stored: redaction can make it longer than a caller may send. */
export const StoredName = text(1, 4 * 200);

/** An e-mail address as browsers check it (HTML, "valid e-mail address"). Its longest length is that of an author. */
export const Email = z
  .string()
  .trim()
  .regex(z.regexes.html5Email, 'must be an e-mail address such as ada@example.org')
  .pipe(verbatimText(1, 200))
  .meta({
    id: 'Email',
    override: {
      type: 'string',
      pattern: z.regexes.html5Email.source,
      minLength: 1,
      maxLength: 200,
    },
  });

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

/**
 * An object in which at least one of these optional fields has to be given, that is, neither left out nor null; of those that are
 * `removable`, null is something given. The API document says the same.
 */
export function atLeastOne<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  names: readonly (keyof S & string)[],
  removable: readonly (keyof S & string)[] = [],
) {
  const nothing = (name: string) => (removable.includes(name) ? { not: {} } : { type: 'null' });
  const onlyNulls = Object.fromEntries(names.map((name) => [name, nothing(name)]));
  const listed = [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' and ');
  return schema
    .refine(
      // The fields are those of the schema; the compiler does not see it through the generic.
      (fields) => names.some((name) => (fields as Record<string, unknown>)[name] !== undefined),
      `must give at least one of ${listed}`,
    )
    .meta({ minProperties: 1, not: { properties: onlyNulls } });
}

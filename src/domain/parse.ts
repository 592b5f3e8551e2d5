import type { z } from 'zod';
import { nearestName } from './editDistance.js';
import { type FieldError, Rejection, type RejectionCode } from './rejection.js';

/**
 * Parses an unknown value. Throws a `Rejection` that lists all errors, such as
 * `title: must be at most 100 characters; type: is required`.
 */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: RejectionCode,
): z.output<S> {
  const { data, errors } = parsed(schema, value);
  if (errors) throw rejectionOf(errors, code);
  return data;
}

/** A parsed value, or all that is wrong with it. */
type Parsed<T> =
  | { readonly data: T; readonly errors?: never }
  | { readonly data?: never; readonly errors: readonly FieldError[] };

/** Parses an unknown value. What is refused is parsed again for its messages, with which zod takes longer from the start. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.output<S>> {
  const first = schema.safeParse(value);
  if (first.success) return { data: first.data };
  const { error } = schema.safeParse(value, { error: issueMessage });
  return { errors: fieldErrors(error ?? first.error) };
}

/** A rejection that lists all `errors`, joined in its message and one by one. */
export function rejectionOf(errors: readonly FieldError[], code: RejectionCode): Rejection {
  const detail = errors
    .map(({ path, message }) => `${path.slice(1).replaceAll('/', '.') || 'body'}: ${message}`)
    .join('; ');
  return new Rejection(code, detail, errors);
}

/** Honest input has fewer errors. Without a limit, a crafted body would get an answer many times its size. */
const MAX_ERRORS = 100;

/**
 * The errors of a parse: RFC 6901 pointers and sentence fragments. Each member that a strict object does not know is an error
 * of its own, with the name that was most likely meant.
 */
export function fieldErrors({ issues }: z.ZodError): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') {
      errors.push({ path: pointer(issue.path), message: issue.message });
      continue;
    }
    const known = issue.message.split(LIST);
    let unnamed: FieldError | undefined;
    for (const name of issue.keys.slice(0, MAX_ERRORS)) {
      const nearest = nearestName(name, known);
      const isShown = nearest !== undefined || NAME.test(name);
      const said =
        nearest === undefined ? unknown(known) : `is not known here: did you mean "${nearest}"?`;
      if (isShown) errors.push({ path: pointer([...issue.path, name]), message: said });
      else unnamed ??= { path: pointer(issue.path), message: `has a member that ${said}` };
    }
    if (unnamed) errors.push(unnamed);
  }
  return errors.slice(0, MAX_ERRORS);
}

function pointer(path: readonly PropertyKey[]): string {
  const token = (key: PropertyKey) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return path.map((key) => `/${token(key)}`).join('');
}

/** Names like those of members come back. Any other may be a secret, or make the answer several times as long as the body. */
const NAME = /^(?!(?:\D*\d){3})[A-Za-z_][A-Za-z0-9_]{0,39}$/;

const unknown = (known: readonly string[]) =>
  known.join('') === ''
    ? 'is not known: no member is allowed here'
    : `is not known here, only ${known.join(LIST)}`;

const LIST = ', ';

/** The default messages, which say how to fix an issue. Schemas give their own message where they know better. */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required';
    return `must be one of ${issue.values.map(String).join(LIST)}`;
  }
  // A line of an archive whose `record` is none.
  if (issue.code === 'invalid_union' && Array.isArray(issue.options))
    return `must be one of ${issue.options.join(LIST)}`;
  // What the object does know, from which `fieldErrors` says what was meant: here is the only place that is told the schema.
  if (issue.code === 'unrecognized_keys') return namesOf(issue.inst).join(LIST);
  return undefined;
};

/** The members of a schema that a caller may give, without those that are `Ignored`. */
function namesOf(schema: z.core.$ZodRawIssue['inst']): readonly string[] {
  // The only schemas that know their members are the objects of this project, which are of zod's usual classes.
  const { shape = {} } = schema as Partial<z.ZodObject<Record<string, z.ZodType>>>;
  return Object.keys(shape).filter((name) => !shape[name]?.meta()?.readOnly);
}

function article(type: string): string {
  if (type === 'int') return 'an integer';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

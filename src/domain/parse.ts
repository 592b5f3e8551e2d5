import type { z } from 'zod';
import { type FieldError, Rejection, type RejectionCode } from './rejection.js';

/**
 * Parses an unknown value at the door. Throws a `Rejection` that lists everything that is wrong, as
 * `title: must be at most 100 characters; type: is required`.
 */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: RejectionCode,
): z.output<S> {
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;
  throw rejectionOf(result.error.issues.map(fieldError), code);
}

/** The refusal that tells all of `errors` in one sentence and one by one. */
export function rejectionOf(errors: readonly FieldError[], code: RejectionCode): Rejection {
  const detail = errors
    .map(({ path, message }) => `${path.slice(1).replaceAll('/', '.') || 'body'}: ${message}`)
    .join('; ');
  return new Rejection(code, detail, errors);
}

/** A zod issue as an RFC 6901 pointer and a sentence fragment. */
export function fieldError(issue: { path: PropertyKey[]; message: string }): FieldError {
  const token = (key: PropertyKey) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { path: issue.path.map((key) => `/${token(key)}`).join(''), message: issue.message };
}

/** Says how to mend an issue. Schemas give their own message where they know better. */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required';
    return `must be one of ${issue.values.map(String).join(', ')}`;
  }
  return undefined;
};

function article(type: string): string {
  if (type === 'int') return 'an integer';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

import type { z } from 'zod';
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
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;
  throw rejectionOf(fieldErrors(result.error), code);
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

/** The errors of a parse: RFC 6901 pointers and sentence fragments. */
export function fieldErrors({ issues }: z.ZodError): FieldError[] {
  const token = (key: PropertyKey) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    path: path.map((key) => `/${token(key)}`).join(''),
    message,
  }));
}

/** The default messages, which say how to fix an issue. Schemas give their own message where they know better. */
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

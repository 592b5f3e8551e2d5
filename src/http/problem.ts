import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { FieldError, RejectionCode } from '../domain/rejection.js';

/** Codes of the service: everything it can refuse with, and its own failure. */
export type ProblemCode = RejectionCode | 'internal_error';

/** The status that each code is answered with. */
export const STATUS = {
  invalid_payload: 400,
  invalid_parameter: 400,
  invalid_query: 400,
  missing_credential: 401,
  invalid_admin_key: 401,
  invalid_session: 401,
  invalid_invite: 401,
  used_invite: 401,
  expired_invite: 401,
  forbidden: 403,
  invalid_hive_key: 401,
  forbidden_origin: 403,
  forbidden_host: 403,
  not_found: 404,
  method_not_allowed: 405,
  session_ended: 409,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  not_ready: 503,
  overloaded: 503,
} as const satisfies Record<ProblemCode, number>;

/** RFC 9457 problem details, plus `code`, and `error` for clients that know only that. */
export const Problem = z
  .object({
    type: z.string().meta({ format: 'uri-reference' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    // The keys of STATUS are its codes; Object.keys forgets it.
    code: z.enum(Object.keys(STATUS) as [ProblemCode, ...ProblemCode[]]),
    detail: z.string(),
    error: z.string().meta({ description: 'The same as `detail`.' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Every validation error, each with a JSON Pointer to the field.' }),
    request_id: z.string(),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;

/** The body of a refusal. */
export function problem(
  code: ProblemCode,
  detail: string,
  requestId: string,
  errors?: readonly FieldError[],
): Problem {
  const status = STATUS[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    error: detail,
    ...(errors && { errors: [...errors] }),
    request_id: requestId,
  };
}

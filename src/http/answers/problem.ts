import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { diagnosticOf, isOfFile } from '../../diagnostics/diagnostic.js';
import { lineOf } from '../../diagnostics/reporter.js';
import { type FieldError, Rejection, type RejectionCode } from '../../domain/rejection.js';
import { foundWrong } from '../door/limits.js';
import type { AnswerHead, Asked } from '../route.js';

/** All error codes of the service: those of rejections, and that of an internal error. */
export type ProblemCode = RejectionCode | 'internal_error';

/** The HTTP status of each code. */
export const STATUSES = {
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
  forgotten: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  not_ready: 503,
  overloaded: 503,
} as const satisfies Record<ProblemCode, number>;

/** What is wrong with a field; `path` is a JSON Pointer to it. */
export const InvalidField = z
  .object({ path: z.string(), message: z.string() })
  .meta({ id: 'InvalidField' });

/** RFC 9457 problem details, with `code`, and with `error` for older clients. */
export const Problem = z
  .object({
    type: z.string().meta({ format: 'uri-reference' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    // The cast restores what Object.keys loses: the keys of STATUSES are the codes.
    code: z.enum(Object.keys(STATUSES) as [ProblemCode, ...ProblemCode[]]),
    detail: z.string(),
    error: z.string().meta({ description: 'The same as `detail`.' }),
    errors: z
      .array(InvalidField)
      .optional()
      .meta({ description: 'Every validation error; `path` is a JSON Pointer.' }),
    request_id: z.string(),
  })
  .meta({
    id: 'Problem',
    description: 'Why a request was refused (RFC 9457).',
    examples: [
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: STATUSES.invalid_payload,
        code: 'invalid_payload',
        detail: 'title: must be at most 100 characters',
        error: 'title: must be at most 100 characters',
        errors: [{ path: '/title', message: 'must be at most 100 characters' }],
        request_id: 'f3b1c9d2',
      },
    ],
  });
export type Problem = z.infer<typeof Problem>;

/** The body of an error answer. */
export function problem(
  code: ProblemCode,
  detail: string,
  requestId: string,
  errors?: readonly FieldError[],
): Problem {
  const status = STATUSES[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    error: detail,
    errors: errors && [...errors],
    request_id: requestId,
  };
}

const INTERNAL = 'the service failed: look for this request_id in its log';

/** Answers a request of the framework with a problem. What ended because its reader has left is none. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.destroyed && isEnded(error)) return;
  const body = problemOf(error, request, reply);
  // Where a credential is missing, none was found wrong: a right one may have come to another door.
  if (body.status === 401 && body.code !== 'missing_credential') foundWrong(request);
  reply.type(problemType(request.headers.accept)).send(JSON.stringify(body));
}

/** True for work that was ended because nobody waits for it any more. */
const isEnded = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

/** How long to wait where the refusal does not say it, by its status: limits are of a minute. */
const WAITS_S: Readonly<Record<number, number>> = { 429: 60, 503: 1 };

/** The body of the answer to an error, whose head it sets. The cause of an internal error is only logged. */
export function problemOf(
  error: unknown,
  request: Pick<Asked, 'id' | 'log'>,
  reply: AnswerHead,
): Problem {
  const caused = error instanceof Rejection ? error : frameworkRejection(error);
  if (!caused) {
    const { msg, level: _, ...line } = lineOf(diagnosticOf(error));
    request.log.error({ ...line, err: error }, `a request failed: ${msg}`);
  }
  const refused = caused ?? (isOfFile(error) ? OF_FILE : undefined);
  const body = refused
    ? problem(refused.code, refused.message, request.id, refused.errors)
    : problem('internal_error', INTERNAL, request.id);
  reply.code(body.status);
  const seconds = WAITS_S[body.status];
  if (seconds !== undefined && !caused?.needsPerson && reply.getHeader('retry-after') === undefined)
    reply.header('retry-after', seconds);
  // RFC 9110, section 15.5.2: a 401 names the scheme to use.
  if (body.status === 401) reply.header('www-authenticate', 'Bearer');
  return body;
}

/** `application/problem+json` only for callers whose Accept header names it. */
function problemType(accept: string | undefined): string {
  const named = accept?.toLowerCase().includes('application/problem+json');
  return named ? 'application/problem+json' : 'application/json; charset=utf-8';
}

/** For a file that cannot be read or written: no fault of the service, and one that can be mended. */
const OF_FILE = new Rejection(
  'not_ready',
  'a file of the vault cannot be read or written: look for this request_id in the log of the service',
);

/** The rejection for an error of the framework or of Node that the caller has caused. */
function frameworkRejection(error: unknown): Rejection | undefined {
  switch ((error as Partial<FastifyError> | undefined)?.code) {
    case 'ECONNRESET':
      return new Rejection(
        'invalid_payload',
        'body: the connection ended before the whole body arrived',
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Rejection('payload_too_large', 'the body is too large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Rejection(
        'unsupported_media_type',
        'Content-Type: send the body as application/json, or as a type that /openapi.json names for this path',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Rejection('invalid_payload', 'body: its length differs from the Content-Length');
    default:
      return undefined;
  }
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldError, Rejection } from '../domain/rejection.js';
import { type ProblemCode, problem } from './problem.js';

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
}

/** Answers an error in the one shape that all errors have. The reason of an internal error is only logged. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const body = problem(refusal.code, refusal.detail, request.id, refusal.errors);
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'request failed');
  if (body.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 1);
  reply.code(body.status).type(problemType(request.headers.accept)).send(JSON.stringify(body));
}

/** `application/problem+json` for a caller that accepts it by name. */
function problemType(accept: string | undefined): string {
  const named = accept?.toLowerCase().includes('application/problem+json');
  return named ? 'application/problem+json' : 'application/json; charset=utf-8';
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Rejection) {
    return { code: error.code, detail: error.message, errors: error.errors };
  }
  const code = (error as Partial<FastifyError> | undefined)?.code ?? '';
  return FRAMEWORK[code] ?? { code: 'internal_error', detail: FAILED };
}

const FAILED = 'the service failed; its log has the reason under this request_id';

/** Errors that the framework and Node throw on the caller's account. */
const FRAMEWORK: Record<string, Refusal> = {
  ECONNRESET: {
    code: 'invalid_payload',
    detail: 'body: the connection ended before the whole body arrived',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload_too_large', detail: 'the body is too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail:
      'Content-Type: send the body as application/json, or as a type that /openapi.json names for this path',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_payload',
    detail: 'body: its length is not the Content-Length',
  },
};

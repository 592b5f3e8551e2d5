import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { Problem, type ProblemCode, problem, STATUS } from './problem.js';
import { type Answer, isOfApi, type Route, readsViews } from './route.js';

/** What any operation may be answered with. */
const EVERYWHERE: readonly ProblemCode[] = ['rate_limited', 'internal_error'];

/** Every answer of an operation, refusals included, by status. */
export function responsesOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    responses[status] = responseOf(answer);
  }
  for (const [status, codes] of byStatus(codesOf(route))) {
    // Where a route answers a status in its own words, it has no problem to tell.
    responses[status] ??= problemResponse(Number(status), codes);
  }
  return responses;
}

function responseOf({
  description,
  content,
  example,
  headers = {},
}: Answer): ZodOpenApiResponseObject {
  const media =
    typeof content === 'string'
      ? { [content]: { schema: z.string(), example } }
      : { 'application/json': { schema: content, example } };
  return { description, headers: headersOf(headers), content: media };
}

function problemResponse(status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: code, value: problem(code, DETAILS[code], 'f3b1c9d2') }]),
  );
  const retry: Record<string, string> =
    status === 429 || status === 503 ? { 'Retry-After': 'Seconds to wait.' } : {};
  return {
    description: STATUS_CODES[status] ?? 'Error',
    headers: headersOf(retry),
    content: {
      'application/json': { schema: Problem, examples },
      'application/problem+json': { schema: Problem, examples },
    },
  };
}

function headersOf(described: Readonly<Record<string, string>>) {
  const everywhere = { 'X-Request-Id': "The caller's, if it sent a sane one.", ...described };
  return Object.fromEntries(
    Object.entries(everywhere).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
}

function codesOf(route: Route): readonly ProblemCode[] {
  // A wrong admin key is refused also where none is needed.
  const wrong: ProblemCode[] = isOfApi(route.path) ? ['invalid_admin_key'] : [];
  const credential: ProblemCode[] = route.admin ? ['missing_credential'] : [];
  // What `Idempotency-Key` and `X-Min-Position` may be refused with.
  const key: ProblemCode[] = route.method === 'POST' ? ['invalid_parameter'] : [];
  const read: ProblemCode[] = readsViews(route) ? ['invalid_parameter', 'not_ready'] : [];
  const body: ProblemCode[] = route.body ? ['payload_too_large', 'unsupported_media_type'] : [];
  const write: ProblemCode[] = route.method === 'GET' ? [] : ['not_ready', 'overloaded'];
  return [
    ...new Set([
      ...route.errors,
      ...wrong,
      ...credential,
      ...key,
      ...read,
      ...body,
      ...write,
      ...EVERYWHERE,
    ]),
  ];
}

function byStatus(codes: readonly ProblemCode[]): Map<string, ProblemCode[]> {
  const groups = new Map<string, ProblemCode[]>();
  for (const code of codes) {
    const status = String(STATUS[code]);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

/** What a refusal may say, as an example. */
const DETAILS = {
  invalid_payload: 'title: must be at most 100 characters',
  invalid_parameter: 'limit: must be a whole number from 1 to 100',
  invalid_query: 'q: must not be blank',
  missing_credential: 'this needs the X-Admin-Key header',
  invalid_admin_key: 'X-Admin-Key is not the key of this vault',
  not_found: 'there is no observation with that id',
  method_not_allowed: 'DELETE is not allowed here',
  session_ended: 'the session has already ended with another summary',
  conflict: 'id: is already another observation',
  idempotency_mismatch: 'this Idempotency-Key was used for another request',
  payload_too_large: 'the body is too large',
  unsupported_media_type: 'send the body as application/json',
  rate_limited: 'more than 120 requests in a minute: try again in 30 s',
  internal_error: 'something went wrong on our side',
  not_ready: 'the disk is full: nothing was stored',
  overloaded: 'too many writes are waiting',
} as const satisfies Record<ProblemCode, string>;

import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { Problem, type ProblemCode, problem, STATUS } from '../answers/problem.js';
import {
  type Access,
  ALWAYS_ANSWERED,
  type Answer,
  accessTo,
  type Route,
  readsViews,
} from '../route.js';

/** The problems of every operation. */
const EVERYWHERE: readonly ProblemCode[] = [
  // For a header, or a credential in the query string.
  'invalid_parameter',
  'forbidden_host',
  'rate_limited',
  'internal_error',
];

/** All answers of an operation by status, including problems. */
export function responsesOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    responses[status] = responseOf(answer);
  }
  for (const [status, codes] of byStatus(codesOf(route))) {
    // A route that describes a status itself keeps its own description.
    responses[status] ??= problemResponse(Number(status), codes);
  }
  return responses;
}

function responseOf({
  description,
  content,
  example,
  stream,
  headers = {},
}: Answer): ZodOpenApiResponseObject {
  if (content === undefined) return { description, headers: headersOf(headers) };
  const media =
    typeof content === 'string'
      ? { [content]: { schema: z.string(), example } }
      : { 'application/json': { schema: content, example } };
  const events = stream && { 'text/event-stream': { schema: z.string(), example: stream } };
  return { description, headers: headersOf(headers), content: { ...media, ...events } };
}

function problemResponse(status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: code, value: problem(code, DETAILS[code], 'f3b1c9d2') }]),
  );
  const retry: Record<string, string> =
    status === 429 || status === 503
      ? { 'Retry-After': 'Seconds to wait before the next attempt.' }
      : {};
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
  const everywhere = {
    'X-Request-Id': "The caller's X-Request-Id if it is valid, otherwise a new id.",
    ...described,
  };
  return Object.fromEntries(
    Object.entries(everywhere).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
}

function codesOf(route: Route): ReadonlySet<ProblemCode> {
  const changes = route.method !== 'GET';
  const acts = changes || route.act !== undefined;
  return new Set<ProblemCode>([
    ...(route.errors ?? []),
    ...CREDENTIALS[accessTo(route)],
    ...(changes ? CHANGES : []),
    // Every POST accepts an Idempotency-Key.
    ...(route.method === 'POST' ? (['idempotency_mismatch'] as const) : []),
    ...(acts || readsViews(route) ? (['not_ready'] as const) : []),
    ...(ALWAYS_ANSWERED.includes(route.path) ? [] : (['overloaded'] as const)),
    ...EVERYWHERE,
  ]);
}

/** The problems of every change, also without a body schema: a body is parsed before it turns out to be unwanted. */
const CHANGES: readonly ProblemCode[] = [
  'forbidden_origin',
  'invalid_payload',
  'payload_too_large',
  'unsupported_media_type',
];

/** A wrong credential is refused even when none is needed. */
const WRONG = ['missing_credential', 'invalid_session', 'invalid_admin_key'] as const;
const CREDENTIALS = {
  public: [],
  data: WRONG,
  member: WRONG,
  admin: [...WRONG, 'forbidden'],
  hub: ['missing_credential', 'invalid_hive_key', 'not_found'],
} as const satisfies Record<Access, readonly ProblemCode[]>;

function byStatus(codes: ReadonlySet<ProblemCode>): Map<string, ProblemCode[]> {
  const groups = new Map<string, ProblemCode[]>();
  for (const code of codes) {
    const status = String(STATUS[code]);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

/** An example detail for each problem. */
const DETAILS = {
  invalid_payload: 'title: must be at most 100 characters',
  invalid_parameter: 'limit: must be a whole number from 1 to 100',
  invalid_query: 'q: must not be blank',
  missing_credential: 'this request needs the X-Session-Token header, or X-Admin-Key',
  invalid_admin_key:
    'X-Admin-Key is not the key of this vault: see admin.key in its data directory',
  invalid_session: 'X-Session-Token is unknown or expired: log in again with a new invite',
  invalid_invite: 'this invite is unknown or was revoked: ask an admin for a new one',
  used_invite: 'this invite was already used: ask an admin for a new one',
  expired_invite: 'this invite has expired: ask an admin for a new one',
  forbidden: 'only an admin may do this',
  invalid_hive_key: 'X-Hive-Key is not the key of this hub',
  forbidden_origin: 'web pages of this origin may not change anything here',
  forbidden_host: 'Host: this service does not answer to evil.example',
  not_found: 'there is no observation with that id',
  method_not_allowed: 'DELETE is not allowed here',
  session_ended: 'the session has already ended with a different summary',
  conflict: 'id: another observation already has this id',
  idempotency_mismatch: 'this Idempotency-Key was already used for a different request',
  payload_too_large: 'the body is too large',
  unsupported_media_type: 'send the body as application/json',
  rate_limited: 'more than 120 requests in a minute: try again in 30 s',
  internal_error: 'the service failed; its log has the reason under this request_id',
  not_ready: 'the disk is full: nothing was stored',
  overloaded: 'too many writes are waiting: try again later',
} as const satisfies Record<ProblemCode, string>;

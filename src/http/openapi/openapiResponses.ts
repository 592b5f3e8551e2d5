import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { PROBLEMS, Problem, type ProblemCode, problem } from '../answers/problem.js';
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
    codes.map((code) => [
      code,
      { summary: code, value: problem(code, PROBLEMS[code][1], 'f3b1c9d2') },
    ]),
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
    const status = String(PROBLEMS[code][0]);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

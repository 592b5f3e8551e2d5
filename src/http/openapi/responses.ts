import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Problem, type ProblemCode, STATUSES } from '../answers/problem.js';
import { LOG_POSITION } from '../answers/successAnswers.js';
import {
  ALWAYS_ANSWERED,
  type Answer,
  type Audience,
  accessTo,
  type Route,
  readsViews,
  takesKey,
} from '../route.js';

// The cast restores what Object.keys loses: these are all the codes.
const CODES = Object.keys(STATUSES) as readonly ProblemCode[];

/**
 * Statuses of refusals that an operation lists by themselves. The other 4xx depend on the caller and on the state of the service,
 * and all operations share the range that has them. Failures (5xx) can follow any request: the document says it once.
 */
const LISTED: readonly number[] = [404, 409];

const ALL = byStatus(() => true);

/** Every failure that any request can end in, with its codes, as the document says it once for all operations. */
export const FAILURES = withCodes([...ALL].filter(([status]) => status >= 500));

/** What a status can mean anywhere, which all operations share. */
const REFUSALS = new Map(
  LISTED.map((status) => [status, refusal(String(status), list(ALL.get(status) ?? []))]),
);
const OTHER = {
  ...refusal(
    '4XX',
    withCodes([...ALL].filter(([status]) => status < 500 && !LISTED.includes(status))),
  ),
  headers: headersOf({
    'Retry-After': 'Seconds to wait before the next attempt; with 429 and 503.',
  }),
};

/** The answers of an operation by status, with its refusals. */
export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const own = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]);
  // A route that describes a status itself keeps its own description.
  const listed = [...refusalsOf(route).keys()].filter((status) => !(status in route.answers));
  const refusals = listed.map((status) => [status, REFUSALS.get(status)]);
  return Object.fromEntries([...own, ...refusals.filter(([, one]) => one), ['4XX', OTHER]]);
}

/** Statuses with their codes, as a line of text. */
function withCodes(statuses: readonly (readonly [number, readonly ProblemCode[]])[]): string {
  return statuses.map(([status, codes]) => `${status} ${list(codes)}`).join('; ');
}

function responseOf({
  description,
  content,
  example,
  stream,
  headers,
}: Answer): ZodOpenApiResponseObject {
  const special = headers !== LOG_POSITION && headers;
  const described = { description, ...(special && { headers: headersOf(special) }) };
  if (content === undefined) return described;
  const media =
    typeof content === 'string'
      ? { [content]: { schema: z.string(), example } }
      : { 'application/json': { schema: content, example } };
  const events = stream && { 'text/event-stream': { schema: z.string(), example: stream } };
  return { ...described, content: { ...media, ...events } };
}

/** A refusal, which all operations share. Its description names the codes. */
function refusal(id: string, codes: string): ZodOpenApiResponseObject & { readonly id: string } {
  return {
    id,
    description: `${codes}.`,
    content: {
      'application/json': { schema: Problem },
      'application/problem+json': { schema: Problem },
    },
  };
}

function list(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function headersOf(described: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
}

/** The problems of every operation. */
const EVERYWHERE: readonly ProblemCode[] = [
  // For a header, or a credential in the query string.
  'invalid_parameter',
  'forbidden_host',
  'rate_limited',
  'internal_error',
];

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
  credential: WRONG,
  member: WRONG,
  admin: [...WRONG, 'forbidden'],
  hub: ['missing_credential', 'invalid_hive_key', 'not_found'],
} as const satisfies Record<Audience, readonly ProblemCode[]>;

/** The problems that a route may answer, by HTTP status. */
export function refusalsOf(route: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = codesOf(route);
  return byStatus((code) => codes.has(code));
}

/** The codes that are wanted, by HTTP status. */
function byStatus(
  wanted: (code: ProblemCode) => boolean,
): ReadonlyMap<number, readonly ProblemCode[]> {
  const found = new Map<number, readonly ProblemCode[]>();
  for (const code of CODES.filter(wanted)) {
    const status = STATUSES[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

function codesOf(route: Route): ReadonlySet<ProblemCode> {
  const changes = route.method !== 'GET';
  const acts = changes || route.act !== undefined;
  return new Set<ProblemCode>([
    ...(route.errors ?? []),
    ...CREDENTIALS[accessTo(route)],
    ...(changes ? CHANGES : []),
    ...(takesKey(route) ? (['idempotency_mismatch'] as const) : []),
    ...(acts || readsViews(route) ? (['not_ready'] as const) : []),
    ...(ALWAYS_ANSWERED.includes(route.path) ? [] : (['overloaded'] as const)),
    ...EVERYWHERE,
  ]);
}

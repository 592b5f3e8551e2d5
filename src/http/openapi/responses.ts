import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Problem, type ProblemCode, STATUSES } from '../answers/problem.js';
import { LOG_POSITION } from '../answers/successAnswers.js';
import { type Answer, audienceOf, type Route } from '../route.js';

// The cast restores what Object.keys loses: these are all the codes.
const CODES = Object.keys(STATUSES) as readonly ProblemCode[];

/**
 * Statuses of refusals that an operation lists by themselves. The other 4xx depend on the caller and on the state of the service,
 * and all operations share the range that has them. Failures (5xx) can follow any request: the document says it once.
 */
const LISTED: readonly number[] = [404, 409];

const ALL = byStatus();

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
    'Retry-After':
      'Seconds to wait before the next attempt; with 429 and 503, unless only a person can mend it.',
  }),
};

/** The answers of an operation by status, with its refusals. */
export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const own = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]);
  // A route that describes a status itself keeps its own description.
  const listed = listedOf(route).filter((status) => !(status in route.answers));
  const refusals = listed.map((status) => [status, REFUSALS.get(status)]);
  return Object.fromEntries([...own, ...refusals, ['4XX', OTHER]]);
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

/** The statuses that an operation lists by themselves, among those that it may be refused with. */
function listedOf(route: Route): readonly number[] {
  // A vault that is no hub has none of the routes of one.
  const own = audienceOf(route) === 'hub' ? ['not_found' as const] : [];
  const statuses = [...own, ...(route.errors ?? [])].map((code) => STATUSES[code]);
  return LISTED.filter((status) => statuses.some((one) => one === status));
}

/** All codes by HTTP status. */
function byStatus(): ReadonlyMap<number, readonly ProblemCode[]> {
  const found = new Map<number, readonly ProblemCode[]>();
  for (const code of CODES) {
    const status = STATUSES[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

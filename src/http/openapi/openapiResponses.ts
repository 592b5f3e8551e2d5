import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Problem, type ProblemCode } from '../answers/problem.js';
import { LOG_POSITION } from '../answers/successAnswers.js';
import type { Answer, Route } from '../route.js';
import { byStatus, refusalsOf } from './refusals.js';

/**
 * Statuses of refusals that an operation lists by themselves. The other 4xx depend on the caller and on the state of the service,
 * and all operations share the range that has them. Failures (5xx) can follow any request: the document says it once.
 */
const LISTED: readonly number[] = [404, 409];

const ALL = byStatus(() => true);
const OTHERS = [...ALL].filter(([status]) => status < 500 && !LISTED.includes(status));

/** Every failure that any request can end in, with its codes, as the document says it once for all operations. */
export const FAILURES = withCodes([...ALL].filter(([status]) => status >= 500));

/** The answers of an operation by status, with its refusals. */
export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const own = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]);
  // A route that describes a status itself keeps its own description.
  const refusals = [...refusalsOf(route)].filter(([status]) => !(status in route.answers));
  const listed = refusals.filter(([status]) => LISTED.includes(status));
  return Object.fromEntries([
    ...own,
    // What a status can mean anywhere, so that all operations share its description.
    ...listed.map(([status]) => [status, refusal(list(ALL.get(status) ?? []))]),
    ['4XX', { ...refusal(withCodes(OTHERS)), headers: headersOf(RETRY) }],
  ]);
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

const RETRY = { 'Retry-After': 'Seconds to wait before the next attempt; with 429 and 503.' };

/** A refusal. Its description names the codes, so that operations with the same ones share it. */
function refusal(codes: string): ZodOpenApiResponseObject {
  return {
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

import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Problem, type ProblemCode } from '../answers/problem.js';
import { LOG_POSITION } from '../answers/successAnswers.js';
import type { Answer, Route } from '../route.js';
import { byStatus, refusalsOf } from './refusals.js';

/**
 * Statuses of refusals that every operation lists. The others depend on the caller and on the state of the service, and
 * all operations share the `default` that has them.
 */
const LISTED: readonly number[] = [400, 404, 409, 422];

const ALL = byStatus(() => true);
const OTHERS = [...ALL].filter(([status]) => !LISTED.includes(status));

/** All answers of an operation by status, including refusals. */
export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const own = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]);
  // A route that describes a status itself keeps its own description.
  const refusals = [...refusalsOf(route)].filter(([status]) => !(status in route.answers));
  const listed = refusals.filter(([status]) => LISTED.includes(status));
  return Object.fromEntries([
    ...own,
    // What a status can mean anywhere, so that all operations share its description.
    ...listed.map(([status]) => [status, refusal(list(ALL.get(status) ?? []))]),
    [
      'default',
      {
        ...refusal(OTHERS.map(([status, codes]) => `${status} ${list(codes)}`).join('; ')),
        headers: headersOf(RETRY),
      },
    ],
  ]);
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

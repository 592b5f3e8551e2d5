import type { z } from 'zod';
import type { Answer, AnswerHead, Route } from '../route.js';

type Answers = Route['answers'];

/** The header that `atPosition` sets. */
export const LOG_POSITION: Answer['headers'] = {
  'X-Log-Position': 'Position in the log of the last event of this change.',
};

/** Sets `X-Log-Position` in the answer to a write: the position of its last event. */
export function atPosition(reply: AnswerHead, position: number): void {
  reply.header('x-log-position', position);
}

/** The answer 200 to a request that reads. `example` is one body; `headers` are described as in `Answer`. */
export function ok(
  description: string,
  content: Answer['content'],
  example: unknown,
  headers?: Answer['headers'],
): Answers {
  return { 200: { description, content, example, headers } };
}

/** The answer 200 to a command. */
export function changed(description: string, content: z.ZodType, example: unknown): Answers {
  return ok(description, content, example, LOG_POSITION);
}

/** The answer 201 to a command that creates something. */
export function created(description: string, content: z.ZodType, example: unknown): Answers {
  return { 201: { description, content, example, headers: LOG_POSITION } };
}

/** The answer 204 to a command, without a body. */
export function noContent(description: string): Answers {
  return { 204: { description, headers: LOG_POSITION } };
}

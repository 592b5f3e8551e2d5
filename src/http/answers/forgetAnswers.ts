import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app/app.js';
import { preferredWait } from '../request/prefer.js';
import type { Route } from '../route.js';
import { LOG_POSITION } from './successAnswers.js';

/**
 * How long an answer waits for the wiping of files before it says `pending`, unless the request says how long, in ms:
 * enough for 100,000 notes, for which the read models take some four seconds to be written again.
 */
export const WIPE_WAIT_MS = 10_000;

const Pending = z.object({ status: z.literal('pending') }).meta({ id: 'ForgettingPending' });

/** The answers to a request to forget something. */
export const FORGET_ANSWERS: Route['answers'] = {
  204: { description: 'Forgotten, and wiped from every file.', headers: LOG_POSITION },
  202: {
    description:
      'Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says ' +
      'how long to wait for 204.',
    content: Pending,
    example: { status: 'pending' },
    headers: LOG_POSITION,
  },
};

/** Answers 204 when the payloads that event `position` erased are wiped from the files; 202 when that takes too long. */
export async function answerForgotten(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  position: number,
) {
  if (await waitForWipe(app, request, position)) return reply.code(204).send();
  return reply.code(202).send({ status: 'pending' });
}

/** True when what event `position` erased is wiped from the files; false when that takes longer than the caller waits. */
export function waitForWipe(app: App, request: FastifyRequest, position: number): Promise<boolean> {
  const ms = preferredWait(request.headers.prefer) ?? WIPE_WAIT_MS;
  return app.wiper.wipe(position, ms, app.stopping);
}

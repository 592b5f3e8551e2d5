import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app/app.js';
import type { Route } from '../route.js';
import { LOG_POSITION } from './successAnswers.js';

/** Longest time that an answer waits for the wiping of files before it says `pending`, in milliseconds. */
export const MAX_WAIT_MS = 2000;

const Pending = z
  .object({ status: z.literal('pending') })
  .meta({ id: 'ForgettingPending', description: 'Forgotten, but not yet wiped from every file.' });

/** The answers to a request to forget something. */
export const FORGET_ANSWERS: Route['answers'] = {
  204: { description: 'Forgotten, and wiped from every file.', headers: LOG_POSITION },
  202: {
    description:
      'Forgotten: no answer shows it any more. It is not wiped from every file yet, because a long read keeps it there ' +
      'or because the vault is large; it is wiped as soon as possible.',
    content: Pending,
    example: { status: 'pending' },
    headers: LOG_POSITION,
  },
};

/** Answers 204 when the payloads that event `position` erased are wiped from the files; 202 when that takes too long. */
export async function answerForgotten(app: App, reply: FastifyReply, position: number) {
  if (await app.wiper.wipe(position, MAX_WAIT_MS)) return reply.code(204).send();
  return reply.code(202).send({ status: 'pending' });
}

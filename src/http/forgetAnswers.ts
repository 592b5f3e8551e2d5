import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../app/app.js';
import { atPosition } from './mount.js';
import type { Answer } from './route.js';

/** How long an answer waits for the files before it says that it is not done yet, in milliseconds. */
export const LONGEST_WAIT_MS = 2000;

const Pending = z
  .object({ status: z.literal('pending') })
  .meta({ id: 'ForgettingPending', description: 'Forgotten, but still to be wiped from a file.' });

const headers = { 'X-Log-Position': 'Place of the event in the log.' };

/** What a request to forget something is answered with. */
export const FORGET_ANSWERS: Readonly<Record<number, Answer>> = {
  204: { description: 'Forgotten, and gone from every file.', headers },
  202: {
    description:
      'Forgotten and shown to nobody, but not wiped from a file yet: a long read keeps it there, or the ' +
      'vault is so large that it takes a while. It is wiped from there as soon as it can be.',
    content: Pending,
    example: { status: 'pending' },
    headers,
  },
};

/** Answers once what event `position` erased is gone from the files, or says that it will be. */
export async function answerForgotten(app: App, reply: FastifyReply, position: number) {
  atPosition(reply, position);
  if (await app.wiper.wipe(position, LONGEST_WAIT_MS)) return reply.code(204).send();
  return reply.code(202).send({ status: 'pending' });
}

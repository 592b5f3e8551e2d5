import type { FastifyReply } from 'fastify';
import type { App } from '../app/app.js';
import type { Outcome, RequestContext } from '../commands/handle.js';
import { type Act, recordAct } from '../commands/recordAct.js';
import { recordAnswer } from '../commands/recordAnswer.js';
import type { AdminActed } from '../events/adminAct.js';

/**
 * Performs an act that writes no event of its own: records it before it begins, and where the request has an
 * `Idempotency-Key` what it was answered with, which a retry is given instead. Gives the body of the answer and sets
 * its status. Throws `idempotency_mismatch` before anything is done.
 */
export async function performAct(
  { executor }: App,
  to: Act,
  context: RequestContext,
  reply: FastifyReply,
  perform: () => unknown,
): Promise<unknown> {
  const { meta, idempotencyKey } = context;
  if (idempotencyKey !== undefined) {
    const first = await executor.execute(recordAnswer, { to }, { ...context, dryRun: true });
    if (first.appended) return answerIn(first, reply);
  }
  await executor.execute(recordAct, to, { meta });
  const body = await perform();
  if (idempotencyKey === undefined) return body;
  const answer = { status: reply.statusCode, body };
  // A retry that came at the same time may have been answered first.
  return answerIn(await executor.execute(recordAnswer, { to, answer }, context), reply);
}

function answerIn(
  { state }: Outcome<{ readonly data: AdminActed } | undefined>,
  reply: FastifyReply,
): unknown {
  const { answer } = state?.data.detail ?? {};
  if (answer === undefined)
    throw new Error('the recorded answer to this request cannot be read back from the log');
  const { status, body } = JSON.parse(answer);
  reply.code(status);
  return body;
}

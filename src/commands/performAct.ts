import { filterJson } from '../domain/privacy/privacyFilter.js';
import { type AdminActed, adminActs } from '../events/adminAct.js';
import { command } from './command.js';
import type { Executor } from './executor.js';
import type { Outcome, RequestContext } from './handle.js';
import { type Act, recordAct, redactedAct } from './recordAct.js';
import { textRedactor } from './textRedactor.js';

/** The answer to an act: an HTTP status and a JSON body. */
export interface ActAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Performs an act that writes no event of its own, and records it before it begins. Where the request has an
 * `Idempotency-Key`, the answer is recorded too, and a retry gets that answer instead of acting again. Throws
 * `idempotency_mismatch` before anything is done.
 */
export async function performAct(
  executor: Executor,
  to: Act,
  context: RequestContext,
  perform: () => Promise<ActAnswer>,
): Promise<ActAnswer> {
  const { meta, idempotencyKey } = context;
  if (idempotencyKey !== undefined) {
    const first = await executor.execute(recordAnswer, { to }, { ...context, dryRun: true });
    if (first.appended) return answerIn(first);
  }
  await executor.execute(recordAct, to, { meta });
  const answer = await perform();
  if (idempotencyKey === undefined) return answer;
  // A retry that came at the same time may have been answered first.
  return answerIn(await executor.execute(recordAnswer, { to, answer }, context));
}

function answerIn({ state }: Outcome<{ readonly data: AdminActed } | undefined>): ActAnswer {
  const { answer } = state?.data.detail ?? {};
  if (answer === undefined) throw new Error('the answer of an act was recorded without the answer');
  return JSON.parse(answer);
}

interface RecordedAnswer {
  /** The requested act. */
  readonly to: Act;
  /** Left out to find the answer that was recorded before. */
  readonly answer?: ActAnswer | undefined;
}

/**
 * Records the answer to an act. Without `answer` it records nothing: then `appended` is true only if an answer was found.
 */
const recordAnswer = command({
  name: 'recordAnswer',
  async redact({ to, answer }: RecordedAnswer, filter) {
    const { text } = textRedactor(filter);
    return {
      to: await redactedAct(to, filter),
      answered: answer && { to: await text(to.act), answer: await filterJson(answer, filter) },
    };
  },
  // Without the answer: it may differ between two attempts, but the request is the same.
  identity: ({ to }) => to,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, { answered }) =>
    answered ? [{ type: 'admin.acted', data: { act: 'answer', detail: answered } }] : [],
});

import { filterJson } from '../domain/privacy/privacyFilter.js';
import { adminActs } from '../events/adminAct.js';
import { command } from './command.js';
import { type Act, redactedAct } from './recordAct.js';
import { textRedactor } from './textRedactor.js';

interface RecordedAnswer {
  /** The requested act. */
  readonly to: Act;
  /** The answer, as JSON; left out to find out whether the act was answered before. */
  readonly answer?: { readonly status: number; readonly body: unknown } | undefined;
}

/**
 * Records the answer to an act, so that a retry gets the same answer without a second act. Without `answer` it records
 * nothing: then `appended` is true only if an answer was found.
 */
export const recordAnswer = command({
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

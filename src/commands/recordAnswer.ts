import { filterJson } from '../domain/privacy/privacyFilter.js';
import { adminActs } from '../events/adminAct.js';
import { command } from './command.js';
import { type Act, redactedAct } from './recordAct.js';
import { textRedactor } from './textRedactor.js';

interface RecordedAnswer {
  /** The act that was asked for. */
  readonly to: Act;
  /** What it was answered with, as JSON takes it; left out to ask whether it was answered before. */
  readonly answer?: { readonly status: number; readonly body: unknown } | undefined;
}

/**
 * Keeps what an act was answered with, so that a retry need not act again. Without an answer it records nothing,
 * and only an outcome that says `appended` found one.
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
  // Two that act at once may find different things: the request was the same.
  identity: ({ to }) => to,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, { answered }) =>
    answered ? [{ type: 'admin.acted', data: { act: 'answer', detail: answered } }] : [],
});

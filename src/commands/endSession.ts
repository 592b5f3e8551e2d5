import { z } from 'zod';
import { Rejection } from '../domain/rejection.js';
import { nextSessionState } from '../domain/sessionMachine.js';
import { text } from '../domain/text.js';
import { session } from '../events/session.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request to end a work session. */
export const EndSession = z.object({ summary: text(0, 65_536) }).meta({ id: 'EndSession' });
export type EndSession = z.output<typeof EndSession>;

/** Ends a work session, also an abandoned one. A second request with the same summary changes nothing. */
export const endSession = command({
  name: 'endSession',
  async redact(input: EndSession & { id: string }, filter) {
    const redacted = textRedactor(filter);
    return {
      id: input.id,
      summary: await redacted.text(input.summary),
      redactions: redacted.finds(),
    };
  },
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, input) {
    if (!fold) throw new Rejection('not_found', `there is no session ${input.id}`);
    if (nextSessionState(fold.state, 'session.ended')) {
      const was_abandoned = fold.state === 'abandoned';
      const { project } = fold.started;
      return [{ type: 'session.ended', data: { ...input, project, was_abandoned } }];
    }
    if (fold.summary === input.summary) return [];
    throw new Rejection(
      'session_ended',
      `the session ${input.id} has already ended with a different summary`,
    );
  },
});

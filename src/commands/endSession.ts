import { z } from 'zod';
import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { Rejection } from '../domain/rejection.js';
import { nextSessionState } from '../domain/sessionMachine.js';
import { text } from '../domain/text.js';
import { session } from '../events/session.js';
import { assertMayChangeSession, noSession, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request to end a work session. */
export const EndSession = z.strictObject({ summary: text(0, 65_536) }).meta({ id: 'EndSession' });
export type EndSession = z.output<typeof EndSession>;

/** What ends a session: `author` is a member who may end only sessions that he or she started. */
interface Ending extends EndSession {
  readonly id: string;
  readonly author?: RestrictedAuthor | undefined;
}

interface RedactedEnding extends Ending {
  readonly summary: Redacted;
  readonly redactions: readonly RedactionCount[];
}

/** Ends a work session, also an abandoned one. A second request with the same summary changes nothing. */
export const endSession = command({
  name: 'endSession',
  async redact(input: Ending, filter): Promise<RedactedEnding> {
    const redacted = textRedactor(filter);
    return {
      id: input.id,
      author: input.author,
      summary: await redacted.text(input.summary),
      redactions: redacted.finds(),
    };
  },
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { author, ...input }) {
    if (!fold) throw noSession(input.id);
    assertMayChangeSession(fold, author);
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

import { z } from 'zod';
import { nextSessionState } from '../domain/sessionMachine.js';
import { Name, NewName, optional, text } from '../domain/text.js';
import { wallOf } from '../domain/visibility.js';
import { session } from '../events/session.js';
import { refKey } from '../log/dedupKey.js';
import type { RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';
import { addCounts, textRedactor } from './textRedactor.js';

/** The request to start a work session. */
export const StartSession = z
  .strictObject({
    project: NewName,
    team: optional(NewName),
    country: optional(Name),
    agent: optional(Name),
    goal: optional(text(0, 65_536)),
    client_ref: optional(Name).meta({
      description:
        'What the caller calls the session, such as the id of a conversation. In the same project it gives the same session again, also an ended one; a `goal` fills one that is empty. One in which the privacy filter finds something gives a new session each time.',
    }),
  })
  .meta({ id: 'StartSession' });
export type StartSession = z.output<typeof StartSession>;

/** What starts a session: `author` is a member who may fill only the goal of a session that he or she started. */
interface Starting extends Omit<StartSession, 'client_ref'> {
  readonly client_ref?: string | undefined;
  readonly author?: RestrictedAuthor | undefined;
}

/**
 * Starts a work session, unless its project already has one with the same `client_ref`: then it is that one. The team of
 * who asks is in what the caller `sees`: behind a wall, only a session of the same team is found.
 */
export const startSession = command({
  name: 'startSession',
  async redact({ author, ...input }: Starting, filter) {
    const redacted = textRedactor(filter);
    const ofGoal = textRedactor(filter);
    const { project, goal, client_ref, ...others } = input;
    const names = await redacted.named({ ...others, client_ref });
    const texts = { project: await redacted.text(project), ...names };
    return {
      started: {
        ...{ ...texts, ...(await ofGoal.named({ goal })) },
        redactions: addCounts(redacted.finds(), ofGoal.finds()),
      },
      goal_redactions: ofGoal.finds(),
      author,
    };
  },
  identity: ({ started }) => started,
  stream: session,
  streamKey: (_input, now) => now.id,
  dedupKey: ({ started }) => refKey(started),
  maySee: (fold, sees) => sees.kind === 'all' || wallOf(fold?.started.team) === wallOf(sees.team),
  decide: (_state, { started }, now) => [
    { type: 'session.started', data: { ...started, id: now.id } },
  ],
  rejoin(fold, { started: { goal }, goal_redactions: redactions, author }) {
    if (!fold || !goal || fold.started.goal) return [];
    if (author && author.actor !== fold.saved_by) return [];
    if (!nextSessionState(fold.state, 'session.goal_set')) return [];
    return [{ type: 'session.goal_set', data: { id: fold.started.id, goal, redactions } }];
  },
});

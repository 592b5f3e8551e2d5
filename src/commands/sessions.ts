import { z } from 'zod';
import { wallOf } from '../domain/caller.js';
import { Name, NewName, optional, text } from '../domain/fields.js';
import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { Rejection } from '../domain/rejection.js';
import { nextSessionState } from '../domain/sessionMachine.js';
import { projectStreamKeys } from '../events/recorded.js';
import { refKey, session } from '../events/session.js';
import { assertMayChangeSession, noSession, type RestrictedAuthor } from './assertMayChange.js';
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
        ...texts,
        ...(await ofGoal.named({ goal })),
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

/** Marks a work session that was idle for too long as abandoned. It can still be ended. */
export const abandonSession = command({
  name: 'abandonSession',
  redact: async (input: { id: string }) => input,
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { id }) {
    if (!fold || !nextSessionState(fold.state, 'session.abandoned')) return [];
    return [{ type: 'session.abandoned', data: { id, project: fold.started.project } }];
  },
});

/** Forgets a work session. Recording the event erases its texts from the log. Its notes stay, with its id. */
export const forgetSession = command({
  name: 'forgetSession',
  redact: async (input: { id: string; author?: RestrictedAuthor | undefined }) => input,
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { id, author }) {
    if (!fold) throw noSession(id);
    assertMayChangeSession(fold, author);
    const [project_key, earlier_key] = projectStreamKeys(fold.started.project);
    return [{ type: 'session.forgotten', data: { id, project_key, earlier_key } }];
  },
});

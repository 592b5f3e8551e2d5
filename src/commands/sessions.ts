import { z } from 'zod';
import { isSameHolder } from '../domain/actor.js';
import { isInProjects, maySee, wallOf } from '../domain/caller.js';
import { Name, NewName, optional, text } from '../domain/fields.js';
import { Rejection } from '../domain/rejection.js';
import { nextSessionState } from '../domain/sessionMachine.js';
import { projectStreamKeys } from '../events/recorded.js';
import { refKey, session } from '../events/session.js';
import { addCounts } from '../privacy/redactionCounts.js';
import { assertMayChangeSession, type Change, noSession } from './assertMayChange.js';
import { command } from './command.js';
import { redactTexts } from './redactTexts.js';

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
type Starting = Pick<StartSession, 'project'> & Partial<StartSession> & Omit<Change, 'id'>;

/**
 * Starts a work session, unless its project already has one with the same `client_ref`: then it is that one. The team of
 * who asks is in what the caller `sees`: behind a wall, only a session of the same team is found.
 */
export const startSession = command({
  name: 'startSession',
  async redact({ author, goal, ...input }: Starting, filter) {
    const names = await redactTexts(input, filter);
    const ofGoal = await redactTexts({ goal }, filter);
    const redactions = addCounts(names.redactions, ofGoal.redactions);
    return {
      started: { ...names, goal: ofGoal.goal, redactions },
      goal_redactions: ofGoal.redactions,
      author,
    };
  },
  identity: ({ started }) => started,
  stream: session,
  streamKey: (_input, now) => now.id,
  dedupKey: ({ started }) => refKey(started),
  maySee: (fold, sees) =>
    isInProjects(sees, fold?.started.project) &&
    (sees.kind === 'team'
      ? wallOf(fold?.started.team) === wallOf(sees.team)
      : maySee(sees, fold?.started.team)),
  decide: (_state, { started }, now) => [
    { type: 'session.started', data: { ...started, id: now.id } },
  ],
  rejoin(fold, { started: { goal }, goal_redactions: redactions, author }) {
    if (!fold || !goal || fold.started.goal) return [];
    if (author && !isSameHolder(author.actor, fold.saved_by)) return [];
    if (!nextSessionState(fold.state, 'session.goal_set')) return [];
    return [{ type: 'session.goal_set', data: { id: fold.started.id, goal, redactions } }];
  },
});

/** The request to end a work session. */
export const EndSession = z.strictObject({ summary: text(0, 65_536) }).meta({ id: 'EndSession' });
export type EndSession = z.output<typeof EndSession>;

/** Ends a work session, also an abandoned one. A second request with the same summary changes nothing. */
export const endSession = command({
  name: 'endSession',
  redact: async ({ summary, ...input }: EndSession & Change, filter) => ({
    ...input,
    ...(await redactTexts({ summary }, filter)),
  }),
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { author, ...input }, { sees }) {
    if (!fold) throw noSession(input.id);
    assertMayChangeSession(fold, author, sees);
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
  redact: async (input: Change) => input,
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { id, author }, { sees }) {
    if (!fold) throw noSession(id);
    assertMayChangeSession(fold, author, sees);
    const [project_key, earlier_key] = projectStreamKeys(fold.started.project);
    return [{ type: 'session.forgotten', data: { id, project_key, earlier_key } }];
  },
});

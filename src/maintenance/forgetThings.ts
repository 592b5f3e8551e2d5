import type { Executor } from '../commands/executor.js';
import { forgetObservation } from '../commands/forgetObservation.js';
import { forgetSession } from '../commands/forgetSession.js';
import {
  forgetConventions,
  forgetEvent,
  forgetInvite,
  forgetPause,
  forgetPhases,
  forgetPrompt,
} from '../commands/forgetting.js';
import type { RequestContext } from '../commands/handle.js';
import { removeMember } from '../commands/removeMember.js';
import type { Forgettable } from '../events/forgetting.js';
import { fewAtATime } from './fewAtATime.js';
import type { Thing } from './findBelongings.js';

/** Forgets things in their order; gives the position of the last event. What a crash leaves is found again by a retry. */
export async function forgetThings(
  executor: Executor,
  things: readonly Thing[],
  { meta }: RequestContext,
): Promise<number> {
  return fewAtATime(things, (thing) => FORGET[thing.kind](executor, thing, { meta }));
}

type Forget = (
  executor: Executor,
  thing: Thing,
  context: RequestContext,
) => Promise<{ readonly position: number }>;

const keyOf = ({ stream }: Thing) => stream.slice(stream.indexOf('/') + 1);
const alone: Forget = ({ execute }, { positions: [position = 0] }, context) =>
  execute(forgetEvent, { position }, context);

/** How each kind is forgotten. */
const FORGET: Record<Forgettable, Forget> = {
  observations: ({ execute }, thing, context) =>
    execute(forgetObservation, { id: keyOf(thing) }, context),
  sessions: ({ execute }, thing, context) => execute(forgetSession, { id: keyOf(thing) }, context),
  prompts: ({ execute }, thing, context) => execute(forgetPrompt, { key: keyOf(thing) }, context),
  conventions: ({ execute }, thing, context) =>
    execute(forgetConventions, { key: keyOf(thing) }, context),
  phases: ({ execute }, thing, context) => execute(forgetPhases, { key: keyOf(thing) }, context),
  pauses: ({ execute }, thing, context) => execute(forgetPause, { key: keyOf(thing) }, context),
  purges: alone,
  acts: alone,
  invites: ({ execute }, thing, context) => execute(forgetInvite, { key: keyOf(thing) }, context),
  members: (executor, thing, context) =>
    // Earlier releases kept the address of a member that was removed.
    thing.member?.removed === false
      ? executor.execute(removeMember, { key: keyOf(thing), id: thing.member.id }, context)
      : alone(executor, thing, context),
};

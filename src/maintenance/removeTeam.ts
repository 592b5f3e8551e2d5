import type { RequestContext } from '../commands/handle.js';
import { removeTeam as remove } from '../commands/removeTeam.js';
import { teamKey } from '../events/team.js';
import { belongingsOfTeam } from './belongings.js';
import { findBelongings } from './findBelongings.js';
import type { ForgetParts } from './forgetSubject.js';
import { forgetThings } from './forgetThings.js';

/**
 * Removes a team with its members, invites and logins, and erases its name and their addresses; gives the position of the
 * last event. Notes and sessions of the team stay. Throws `Rejection('not_found')`.
 */
export async function removeTeam(
  { executor, log }: Pick<ForgetParts, 'executor' | 'log'>,
  team: { readonly id: string; readonly name: string },
  context: RequestContext,
): Promise<number> {
  // The team goes last, so that a retry finds it after a crash.
  const { things } = await findBelongings(log, belongingsOfTeam(team));
  await forgetThings(executor, things, context);
  const { position } = await executor.execute(remove, { key: teamKey(team.name) }, context);
  return position;
}

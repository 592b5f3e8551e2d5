import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { Name } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import { type Team, type TeamMember, team, teamKey } from '../../events/team.js';
import { fold } from '../../events/vaultEvent.js';
import { readConfirmed } from '../../queries/readConfirmed.js';
import { findTeam } from '../../queries/teams.js';

const TEAMS = 'teams';

/** The read models, once that of teams is up to date. Does not wait for the others. */
export const currentTeams = ({ readModels }: Vault) => readModels.current(TEAMS);

/** The same, but also where it stays behind: for those who then look into the log (`isTeamsViewBehind`). */
export const latestTeams = ({ readModels }: Vault) => readModels.latest(TEAMS);

type Views = Awaited<ReturnType<typeof latestTeams>>;

/**
 * Looks for something in the read model of teams, see `latestTeams`. What is not there, another node may have written a moment
 * ago, and told its caller of: then this one listens, and looks again. Throws `not_ready` when it hears nothing.
 */
export async function findInTeams<T>(
  vault: Vault,
  find: (views: Views) => T | undefined,
): Promise<T | undefined> {
  const found = find(await latestTeams(vault));
  if (found !== undefined || !(await vault.cluster.freshen())) return found;
  return find(await latestTeams(vault));
}

/** True when the read model of teams has stopped, is damaged or could not be written: its rows may be untrue. */
export function isTeamsViewBehind({ readModels }: Vault): boolean {
  return readModels.isBehind(TEAMS);
}

/** The rejection for something that is not in the read model but may already be in the log. */
export function teamsNotReady(): Rejection {
  return new Rejection(
    'not_ready',
    'the read model of teams has not yet applied the whole log: try again',
  );
}

/** `/{team}` */
export const TeamParam = z.object({
  team: Name.meta({ description: 'Id or name of the team.', example: 'payments' }),
});

/** The team with that id or name. Throws `Rejection('not_found')`, or `not_ready` while the read model is behind. */
export async function teamOf(
  vault: Vault,
  idOrName: string,
): Promise<{ id: string; name: string }> {
  // Members can be removed also while the read model is stopped. If the team was removed since, the log refuses that.
  const known = await findInTeams(vault, (views) => findTeam(views, idOrName));
  if (known) return known;
  const stream = `${team.name}/${teamKey(idOrName)}`;
  return readConfirmed(vault, { about: [TEAMS], stream }, (views) => {
    const found = findTeam(views, idOrName);
    if (found) return found;
    throw new Rejection('not_found', 'there is no such team');
  });
}

/** Reads a team from the log, independent of the read models; undefined once it was removed. */
export async function teamFromLog(vault: Vault, name: string): Promise<Team | undefined> {
  return fold(team, await vault.log.readStream(`${team.name}/${teamKey(name)}`));
}

/** The member of a team, by id; undefined once the member was removed. */
export function memberOf(team: Team | undefined, memberId: string): TeamMember | undefined {
  return team?.members.find(({ id }) => id === memberId);
}

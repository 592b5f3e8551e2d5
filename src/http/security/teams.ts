import { z } from 'zod';
import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';
import { Name } from '../../domain/text.js';
import { type MemberAdded, type Team, team, teamKey } from '../../events/team.js';
import { fold } from '../../events/vaultEvent.js';
import { findTeam } from '../../queries/teams.js';

const TEAMS = 'teams';

/** The read models once that of teams is current; no other is waited for. */
export const currentTeams = ({ readModels }: App) => readModels.current(TEAMS);

/** Whether the read model of teams has stopped or could not be written, so that what it shows may be over. */
export function isTeamsViewBehind({ readModels }: App): boolean {
  return readModels.isBehind(TEAMS);
}

/** The refusal of what cannot be found while it may be in the log already. */
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

/** The team that a path names. Throws `Rejection('not_found')`. */
export async function teamOf(app: App, idOrName: string): Promise<{ id: string; name: string }> {
  const found = findTeam(await currentTeams(app), idOrName);
  if (found) return found;
  if (isTeamsViewBehind(app)) throw teamsNotReady();
  throw new Rejection('not_found', 'there is no such team');
}

/** A team that is known to be there, from the log, which knows it whatever the read models do. */
export async function teamFromLog(app: App, name: string): Promise<Team> {
  const found = fold(team, await app.log.readStream(`${team.name}/${teamKey(name)}`));
  if (!found)
    throw new Error('the team is in the read models but not in the log: run memory-vault rebuild');
  return found;
}

/** Who was invited, also when it has left since: a retry is told what the first attempt was. */
export function memberOf({ members, former }: Team, memberId: string): MemberAdded {
  const member = [...members, ...former].find(({ id }) => id === memberId);
  if (!member) throw new Error('the invited member is not in the team in the log');
  return member;
}

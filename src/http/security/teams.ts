import { z } from 'zod';
import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';
import { Name } from '../../domain/text.js';
import { type MemberAdded, type Team, team, teamKey } from '../../events/team.js';
import { fold } from '../../events/vaultEvent.js';
import { readConfirmed } from '../../queries/readConfirmed.js';
import { findTeam } from '../../queries/teams.js';

const TEAMS = 'teams';

/** The read models, once that of teams is up to date. Does not wait for the others. */
export const currentTeams = ({ readModels }: App) => readModels.current(TEAMS);

/** The same, but also where it stays behind: for those who then look into the log (`isTeamsViewBehind`). */
export const latestTeams = ({ readModels }: App) => readModels.latest(TEAMS);

/** True when the read model of teams has stopped, is damaged or could not be written: its rows may be untrue. */
export function isTeamsViewBehind({ readModels }: App): boolean {
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
export async function teamOf(app: App, idOrName: string): Promise<{ id: string; name: string }> {
  // A team stays as it was created. Members can be removed from it also while its read model is stopped.
  const known = findTeam(await latestTeams(app), idOrName);
  if (known) return known;
  const stream = `${team.name}/${teamKey(idOrName)}`;
  return readConfirmed(app, { about: [TEAMS], stream }, (views) => {
    const found = findTeam(views, idOrName);
    if (found) return found;
    throw new Rejection('not_found', 'there is no such team');
  });
}

/** Reads an existing team from the log, independent of the read models. */
export async function teamFromLog(app: App, name: string): Promise<Team> {
  const found = fold(team, await app.log.readStream(`${team.name}/${teamKey(name)}`));
  if (!found) throw app.readModels.damaged('they have a team that is not in the log');
  return found;
}

/** The invited member, also after a removal, because a retry must get the first answer again. */
export function memberOf({ members, former }: Team, memberId: string): MemberAdded {
  const member = [...members, ...former].find(({ id }) => id === memberId);
  if (!member) throw new Error('the invited member is not in the team in the log');
  return member;
}

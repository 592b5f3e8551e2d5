import { z } from 'zod';
import type { App } from '../app/app.js';
import { Rejection } from '../domain/rejection.js';
import { Name } from '../domain/text.js';
import { findTeam } from '../queries/teams.js';
import { currentTeams, isTeamsViewBehind, teamsNotReady } from './security/teamsView.js';

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

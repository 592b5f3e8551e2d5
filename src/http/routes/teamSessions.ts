import { z } from 'zod';
import { closeLogin } from '../../commands/closeLogin.js';
import { toSeconds } from '../../domain/time.js';
import { Login, listLogins } from '../../queries/teams.js';
import { noContent, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { currentTeams, TeamParam, teamOf } from '../security/teams.js';

const listTeamSessionsRoute = route({
  method: 'GET',
  path: '/admin/teams/{team}/sessions',
  operationId: 'listTeamSessions',
  tag: 'admin',
  summary: 'List the logins of a team that are valid now, newest first',
  access: 'admin',
  params: TeamParam,
  answers: ok('The sessions.', z.array(Login), [EXAMPLES.login]),
  errors: ['not_found'],
  async handle({ app, params }) {
    const { id } = await teamOf(app, params.team);
    return listLogins(await currentTeams(app), id, toSeconds(app.executor.now()));
  },
});

const endTeamSessionRoute = route({
  method: 'DELETE',
  path: '/admin/teams/{team}/sessions/{session}',
  operationId: 'endTeamSession',
  tag: 'admin',
  summary: 'Log a member out',
  description: 'Ends this login at once.',
  access: 'admin',
  params: TeamParam.extend({ session: pathId('session') }),
  answers: noContent('Logged out.'),
  errors: ['not_found'],
  async handle({ app, params, execute }) {
    const team = await teamOf(app, params.team);
    const closed = { team_id: team.id, id: params.session };
    await execute(closeLogin, closed);
  },
});

export const teamSessionRoutes: readonly Route[] = [listTeamSessionsRoute, endTeamSessionRoute];

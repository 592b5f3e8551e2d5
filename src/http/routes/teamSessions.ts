import { z } from 'zod';
import { closeLogin } from '../../commands/closeLogin.js';
import { toSeconds } from '../../domain/time.js';
import { Login, listLogins } from '../../queries/teams.js';
import { atPosition } from '../mount.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { currentTeams, TeamParam, teamOf } from '../security/teams.js';

const listTeamSessionsRoute = route({
  method: 'GET',
  path: '/admin/teams/{team}/sessions',
  operationId: 'listTeamSessions',
  tag: 'admin',
  summary: 'List logins',
  description: 'Lists the login sessions of a team that are valid now, newest first.',
  access: 'admin',
  params: TeamParam,
  answers: {
    200: { description: 'The sessions.', content: z.array(Login), example: [EXAMPLES.login] },
  },
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
  description: 'Ends one login session at once.',
  access: 'admin',
  params: TeamParam.extend({ session: pathId('session') }),
  answers: {
    204: {
      description: 'Logged out.',
      headers: { 'X-Log-Position': 'Position of the event in the log.' },
    },
  },
  errors: ['not_found'],
  async handle({ app, params, context, reply }) {
    const team = await teamOf(app, params.team);
    const closed = { team_id: team.id, id: params.session };
    const { position } = await app.executor.execute(closeLogin, closed, context);
    atPosition(reply, position);
    return reply.code(204).send();
  },
});

export const teamSessionRoutes: readonly Route[] = [listTeamSessionsRoute, endTeamSessionRoute];

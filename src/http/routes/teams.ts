import { z } from 'zod';
import { CreateTeam, createTeam } from '../../commands/createTeam.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { removeTeam } from '../../maintenance/removeTeam.js';
import { listTeams, Team } from '../../queries/teams.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { atPosition, created, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { type Route, route } from '../route.js';
import { currentTeams, TeamParam, teamOf } from '../security/teams.js';

const createTeamRoute = route({
  method: 'POST',
  path: '/admin/teams',
  operationId: 'createTeam',
  tag: 'admin',
  summary: 'Create a team',
  description:
    'Names are compared without case. One in which the privacy filter finds something is refused.',
  access: 'admin',
  body: CreateTeam,
  example: { name: EXAMPLES.team.name },
  answers: created('The team.', Team, EXAMPLES.team),
  errors: ['conflict'],
  async handle({ body, execute }) {
    const { state } = await execute(createTeam, body);
    if (!state) throw new Error('the created team cannot be read back from the log');
    const { id, name, created_at } = state;
    return { id, name, created_at: formatTime(toSeconds(created_at)) };
  },
});

const listTeamsRoute = route({
  method: 'GET',
  path: '/admin/teams',
  operationId: 'listTeams',
  tag: 'admin',
  summary: 'List teams, oldest first',
  access: 'admin',
  answers: ok('The teams.', z.array(Team), [EXAMPLES.team]),
  handle: async ({ app }) => listTeams(await currentTeams(app)),
});

const removeTeamRoute = route({
  method: 'DELETE',
  path: '/admin/teams/{team}',
  operationId: 'removeTeam',
  tag: 'admin',
  summary: 'Remove a team',
  description:
    'All logins and invites of its members end. Its name and their e-mail addresses are erased for good, ' +
    'except where observations, sessions, prompts and conventions carry them.',
  access: 'admin',
  params: TeamParam,
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found'],
  async handle({ app, params, context, request, reply }) {
    const position = await removeTeam(app, await teamOf(app, params.team), context);
    atPosition(reply, position);
    return answerForgotten(app, request, reply, position);
  },
});

export const teamRoutes: readonly Route[] = [createTeamRoute, listTeamsRoute, removeTeamRoute];

import { z } from 'zod';
import { CreateTeam, createTeam } from '../../commands/createTeam.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { listTeams, Team } from '../../queries/teams.js';
import { created, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { type Route, route } from '../route.js';
import { currentTeams } from '../security/teams.js';

const createTeamRoute = route({
  method: 'POST',
  path: '/admin/teams',
  operationId: 'createTeam',
  tag: 'admin',
  summary: 'Create a team',
  description: 'Creates a team. Names that differ only in case count as the same name.',
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
  summary: 'List teams',
  description: 'Lists all teams, oldest first.',
  access: 'admin',
  answers: ok('The teams.', z.array(Team), [EXAMPLES.team]),
  handle: async ({ app }) => listTeams(await currentTeams(app)),
});

export const teamRoutes: readonly Route[] = [createTeamRoute, listTeamsRoute];

import { z } from 'zod';
import { CreateTeam, createTeam } from '../../commands/createTeam.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { listTeams, Team } from '../../queries/teams.js';
import { atPosition } from '../mount.js';
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
  answers: {
    201: {
      description: 'The team.',
      content: Team,
      example: EXAMPLES.team,
      headers: { 'X-Log-Position': 'Position of the event in the log.' },
    },
  },
  errors: ['invalid_payload', 'conflict', 'idempotency_mismatch'],
  async handle({ app, body, context, reply }) {
    const { state, position } = await app.executor.execute(createTeam, body, context);
    if (!state) throw new Error('the created team cannot be read back from the log');
    reply.code(201);
    atPosition(reply, position);
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
  answers: {
    200: { description: 'The teams.', content: z.array(Team), example: [EXAMPLES.team] },
  },
  errors: [],
  handle: async ({ app }) => listTeams(await currentTeams(app)),
});

export const teamRoutes: readonly Route[] = [createTeamRoute, listTeamsRoute];

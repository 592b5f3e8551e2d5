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
  summary: 'Make a team',
  description: 'Makes a team. Names that differ only in case are the same.',
  access: 'admin',
  body: CreateTeam,
  example: { name: EXAMPLES.team.name },
  answers: {
    201: {
      description: 'The team.',
      content: Team,
      example: EXAMPLES.team,
      headers: { 'X-Log-Position': 'Place of the event in the log.' },
    },
  },
  errors: ['invalid_payload', 'conflict', 'idempotency_mismatch'],
  async handle({ app, body, context, reply }) {
    const { state, position } = await app.executor.execute(createTeam, body, context);
    if (!state) throw new Error('a team that was made has no state');
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
  description: 'Every team, the oldest first.',
  access: 'admin',
  answers: {
    200: { description: 'The teams.', content: z.array(Team), example: [EXAMPLES.team] },
  },
  errors: [],
  handle: async ({ app }) => listTeams(await currentTeams(app)),
});

export const teamRoutes: readonly Route[] = [createTeamRoute, listTeamsRoute];

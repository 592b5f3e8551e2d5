import { z } from 'zod';
import { closeLogin } from '../../commands/closeLogin.js';
import { ROLES } from '../../domain/caller.js';
import { Ulid } from '../../domain/ids.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { listMembers, Member } from '../../queries/teams.js';
import { atPosition } from '../mount.js';
import { EXAMPLES } from '../openapi/examples.js';
import { type Route, route } from '../route.js';
import { invalidSession, requireMember } from '../security/callerOf.js';
import { currentTeams } from '../security/teams.js';
import { redeemRoute } from './redeem.js';

const Me = z
  .object({
    email: z.string(),
    team_id: Ulid,
    team: z.string(),
    role: z.enum(ROLES),
    expires_at: OutTime,
  })
  .meta({ id: 'Me', description: 'The member who is logged in, and until when.' });

const meRoute = route({
  method: 'GET',
  path: '/auth/me',
  operationId: 'getMe',
  tag: 'auth',
  summary: 'Get the logged-in member',
  description: 'Returns the member that the session token belongs to.',
  access: 'member',
  answers: {
    200: {
      description: 'The member.',
      content: Me,
      example: {
        email: EXAMPLES.member.email,
        team_id: EXAMPLES.team.id,
        team: EXAMPLES.team.name,
        role: EXAMPLES.member.role,
        expires_at: EXAMPLES.login.expires_at,
      },
    },
  },
  errors: [],
  handle({ caller }) {
    const { email, team_id, team, role, expires_at } = requireMember(caller);
    return { email, team_id, team, role, expires_at: formatTime(expires_at) };
  },
});

const logoutRoute = route({
  method: 'DELETE',
  path: '/auth/session',
  operationId: 'logOut',
  tag: 'auth',
  summary: 'Log out',
  description: 'Ends the session of the token. The token stops working at once.',
  access: 'member',
  answers: {
    200: {
      description: 'Logged out.',
      content: z.object({ status: z.literal('logged_out') }),
      example: { status: 'logged_out' },
      headers: { 'X-Log-Position': 'Position of the event in the log.' },
    },
  },
  errors: [],
  async handle({ app, caller, context, reply }) {
    const { team_id, login } = requireMember(caller);
    const closing = app.executor.execute(closeLogin, { team_id, id: login }, context);
    const { position } = await closing.catch(refuseAsOver);
    atPosition(reply, position);
    return { status: 'logged_out' };
  },
});

/** Another request closed the login first, so the token is no longer valid. */
function refuseAsOver(error: unknown): never {
  if (error instanceof Rejection && error.code === 'not_found') throw invalidSession();
  throw error;
}

const teamMembersRoute = route({
  method: 'GET',
  path: '/team/members',
  operationId: 'listOwnTeam',
  tag: 'auth',
  summary: 'List the members of my team',
  description: 'Lists the members of your own team, in the order in which they joined.',
  access: 'member',
  answers: {
    200: { description: 'The members.', content: z.array(Member), example: [EXAMPLES.member] },
  },
  errors: [],
  handle: async ({ app, caller }) =>
    listMembers(await currentTeams(app), requireMember(caller).team_id),
});

export const loginRoutes: readonly Route[] = [redeemRoute, meRoute, logoutRoute, teamMembersRoute];

import { z } from 'zod';
import { closeLogin, RedeemInvite, redeemInvite, unknownInvite } from '../../commands/invites.js';
import { ROLES } from '../../domain/caller.js';
import { OutTime } from '../../domain/fields.js';
import { Ulid } from '../../domain/ids.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { findInvite, listMembers, Member } from '../../queries/teams.js';
import { changed, ok } from '../answers/successAnswers.js';
import { invalidSession, requireMember } from '../door/authorize.js';
import {
  currentTeams,
  findInTeams,
  isTeamsViewBehind,
  memberOf,
  teamFromLog,
  teamsNotReady,
} from '../door/teams.js';
import { EXAMPLES } from '../openapi/examples.js';
import { del, get, group, post } from '../route.js';

const LoggedIn = z
  .object({
    session_token: z.string().meta({ description: '64 hex characters; no other answer shows it.' }),
    expires_at: OutTime,
    email: z.string(),
    team: z.string(),
    role: z.enum(ROLES),
  })
  .meta({
    id: 'LoggedIn',
    description: 'What to send as `X-Session-Token`.',
  });

const Me = z
  .object({
    email: z.string(),
    team_id: Ulid,
    team: z.string(),
    role: z.enum(ROLES),
    expires_at: OutTime,
  })
  .meta({ id: 'Me' });

/** Another request closed the login first, so the token is no longer valid. */
function refuseAsOver(error: unknown): never {
  if (error instanceof Rejection && error.code === 'not_found') throw invalidSession();
  throw error;
}

export const loginRoutes = group({ tag: 'auth' }, [
  post('/auth/redeem', 'redeemInvite', {
    audience: 'public',
    summary: 'Log in with an invite',
    description: 'Exchanges an invite for a session of 30 days. An invite works once.',
    body: RedeemInvite,
    example: { token: EXAMPLES.token },
    answers: changed('Logged in.', LoggedIn, {
      session_token: EXAMPLES.token,
      expires_at: EXAMPLES.login.expires_at,
      email: EXAMPLES.member.email,
      team: EXAMPLES.team.name,
      role: EXAMPLES.member.role,
    }),
    errors: ['invalid_invite', 'used_invite', 'expired_invite'],
    async handle({ vault, access, body, context, execute }) {
      const invite_hash = tokenHash(body.token);
      const invite = await findInTeams(vault, (views) => findInvite(views, invite_hash));
      if (!invite) throw isTeamsViewBehind(vault) ? teamsNotReady() : unknownInvite();
      const session_token = access.newToken(['login', invite_hash], context.idempotencyKey);
      const { id, team, member_id } = invite;
      const { state } = await execute(
        redeemInvite,
        { id, team, token_hash: tokenHash(session_token) },
        // The holder of the invite acts as the member that it was issued to.
        { ...context, meta: { ...context.meta, actor: `member:${member_id}` } },
      );
      if (state?.status !== 'logged_in')
        throw new Error('the opened login cannot be read back from the log');
      const member = memberOf(await teamFromLog(vault, team), member_id);
      // Removed in this moment: the login has ended.
      if (!member) throw unknownInvite();
      const { email, role } = member;
      return { session_token, expires_at: formatTime(state.login.expires_at), email, team, role };
    },
  }),
  get('/auth/me', 'getMe', {
    audience: 'member',
    summary: 'Get the member that the session token belongs to',
    answers: ok('The member.', Me, {
      email: EXAMPLES.member.email,
      team_id: EXAMPLES.team.id,
      team: EXAMPLES.team.name,
      role: EXAMPLES.member.role,
      expires_at: EXAMPLES.login.expires_at,
    }),
    handle({ caller }) {
      const { email, team_id, team, role, expires_at } = requireMember(caller);
      return { email, team_id, team, role, expires_at: formatTime(expires_at) };
    },
  }),
  del('/auth/session', 'logOut', {
    audience: 'member',
    summary: 'Log out',
    description: 'The token stops working at once.',
    answers: changed('Logged out.', z.object({ status: z.literal('logged_out') }), {
      status: 'logged_out',
    }),
    async handle({ caller, execute }) {
      const { team_id, login } = requireMember(caller);
      await execute(closeLogin, { team_id, id: login }).catch(refuseAsOver);
      return { status: 'logged_out' };
    },
  }),
  get('/team/members', 'listOwnTeam', {
    audience: 'member',
    summary: 'List the members of my team, in the order in which they joined',
    answers: ok('The members.', z.array(Member), [EXAMPLES.member]),
    handle: async ({ vault, caller }) =>
      listMembers(await currentTeams(vault), requireMember(caller).team_id),
  }),
]);

import { z } from 'zod';
import { RedeemInvite, redeemInvite, unknownInvite } from '../../commands/redeemInvite.js';
import { ROLES } from '../../domain/caller.js';
import { formatTime } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { tokenHash } from '../../domain/token.js';
import { findInvite } from '../../queries/tokens.js';
import { atPosition } from '../mount.js';
import { EXAMPLES } from '../openapi/examples.js';
import { route } from '../route.js';
import {
  currentTeams,
  isTeamsViewBehind,
  memberOf,
  teamFromLog,
  teamsNotReady,
} from '../security/teams.js';

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
    description: 'The token to send as `X-Session-Token`, and when it expires.',
  });

export const redeemRoute = route({
  method: 'POST',
  path: '/auth/redeem',
  operationId: 'redeemInvite',
  tag: 'auth',
  summary: 'Log in with an invite',
  description:
    'Exchanges an invite for a session of 30 days. An invite works once, even when several requests redeem it at the same time.',
  access: 'public',
  body: RedeemInvite,
  example: { token: EXAMPLES.token },
  answers: {
    200: {
      description: 'Logged in.',
      content: LoggedIn,
      example: {
        session_token: EXAMPLES.token,
        expires_at: EXAMPLES.login.expires_at,
        email: EXAMPLES.member.email,
        team: EXAMPLES.team.name,
        role: EXAMPLES.member.role,
      },
      headers: { 'X-Log-Position': 'Position of its last event in the log.' },
    },
  },
  errors: [
    'invalid_payload',
    'invalid_invite',
    'used_invite',
    'expired_invite',
    'idempotency_mismatch',
  ],
  async handle({ app, body, context, reply }) {
    const invite_hash = tokenHash(body.token);
    const invite = findInvite(await currentTeams(app), invite_hash);
    if (!invite) throw isTeamsViewBehind(app) ? teamsNotReady() : unknownInvite();
    const session_token = app.newToken(['login', invite_hash], context.idempotencyKey);
    const { id, team, member_id } = invite;
    const { state, position } = await app.executor.execute(
      redeemInvite,
      { id, team, token_hash: tokenHash(session_token) },
      // The holder of the invite acts as the member that it was issued to.
      { ...context, meta: { ...context.meta, actor: `member:${member_id}` } },
    );
    if (state?.status !== 'logged_in')
      throw new Error('the opened login cannot be read back from the log');
    const { email, role } = memberOf(await teamFromLog(app, team), member_id);
    atPosition(reply, position);
    return { session_token, expires_at: formatTime(state.login.expires_at), email, team, role };
  },
});

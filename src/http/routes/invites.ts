import { z } from 'zod';
import { IssueInvite, issueInvite } from '../../commands/issueInvite.js';
import { revokeInvite } from '../../commands/revokeInvite.js';
import { caseless } from '../../domain/caseless.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { Invite, listInvites } from '../../queries/teams.js';
import { created, noContent, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { currentTeams, memberOf, TeamParam, teamFromLog, teamOf } from '../security/teams.js';

const Token = z.string().meta({ description: '64 hex characters; no other answer shows it.' });

const issueInviteRoute = route({
  method: 'POST',
  path: '/admin/teams/{team}/invites',
  operationId: 'issueInvite',
  tag: 'admin',
  summary: 'Invite a member',
  description:
    'Its token logs the member in once, within 7 days. Only this answer shows it: the vault keeps a hash.',
  access: 'admin',
  params: TeamParam,
  body: IssueInvite,
  example: { email: EXAMPLES.invite.email },
  answers: created(
    'The invite.',
    Invite.omit({ state: true }).extend({ token: Token }).meta({ id: 'IssuedInvite' }),
    {
      id: EXAMPLES.invite.id,
      token: EXAMPLES.token,
      email: EXAMPLES.invite.email,
      expires_at: EXAMPLES.invite.expires_at,
    },
  ),
  errors: ['not_found'],
  async handle({ app, params, body: { email }, context, execute }) {
    const { id, name } = await teamOf(app, params.team);
    const token = app.newToken(['invite', id, caseless(email)], context.idempotencyKey);
    const issued = { team: name, email, token_hash: tokenHash(token) };
    const { state } = await execute(issueInvite, issued);
    if (!state) throw new Error('the issued invite cannot be read back from the log');
    const { invite } = state;
    const member = memberOf(await teamFromLog(app, name), invite.member_id);
    const expires_at = formatTime(invite.expires_at);
    return { id: invite.id, token, email: member?.email ?? email, expires_at };
  },
});

const listInvitesRoute = route({
  method: 'GET',
  path: '/admin/teams/{team}/invites',
  operationId: 'listInvites',
  tag: 'admin',
  summary: 'List all invites of a team, newest first',
  access: 'admin',
  params: TeamParam,
  answers: ok('The invites.', z.array(Invite), [EXAMPLES.invite]),
  errors: ['not_found'],
  async handle({ app, params }) {
    const { id } = await teamOf(app, params.team);
    return listInvites(await currentTeams(app), id, toSeconds(app.executor.now()));
  },
});

const revokeInviteRoute = route({
  method: 'DELETE',
  path: '/admin/teams/{team}/invites/{invite}',
  operationId: 'revokeInvite',
  tag: 'admin',
  summary: 'Revoke an invite',
  description: 'One that was used answers 409: log the member out instead.',
  access: 'admin',
  params: TeamParam.extend({ invite: pathId('invite') }),
  answers: noContent('Revoked.'),
  errors: ['not_found', 'conflict'],
  async handle({ app, params, execute }) {
    const team = await teamOf(app, params.team);
    const revoked = { team_id: team.id, id: params.invite };
    await execute(revokeInvite, revoked);
  },
});

export const inviteRoutes: readonly Route[] = [
  issueInviteRoute,
  listInvitesRoute,
  revokeInviteRoute,
];

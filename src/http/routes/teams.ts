import { z } from 'zod';
import { forgetInvite, forgetToken } from '../../commands/forgetting.js';
import { closeLogin, IssueInvite, issueInvite, revokeInvite } from '../../commands/invites.js';
import {
  AddMember,
  addMember,
  CreateTeam,
  createTeam,
  removeMember,
} from '../../commands/teams.js';
import { caseless } from '../../domain/names.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { findMemberByEmail, teamKey } from '../../events/team.js';
import { fewAtATime } from '../../maintenance/fewAtATime.js';
import { removeTeam } from '../../maintenance/forgetSubject.js';
import {
  Invite,
  invitesOf,
  Login,
  listInvites,
  listLogins,
  listMembers,
  listTeams,
  Member,
  Team,
} from '../../queries/teams.js';
import { tokenKeysOf } from '../../queries/tokens.js';
import { answerForgotten, FORGETS } from '../answers/forgetAnswers.js';
import { atPosition, created, noContent, ok } from '../answers/successAnswers.js';
import {
  currentTeams,
  latestTeams,
  memberOf,
  TeamParam,
  teamFromLog,
  teamOf,
} from '../door/teams.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { ADMIN, del, get, group, post } from '../route.js';

const Token = z.string().meta({ description: '64 hex characters; no other answer shows it.' });

export const teamRoutes = group(ADMIN, [
  post('/admin/teams', 'createTeam', {
    summary: 'Create a team',
    description:
      'Names are compared without case. One in which the privacy filter finds something is refused.',
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
  }),
  get('/admin/teams', 'listTeams', {
    summary: 'List teams, oldest first',
    answers: ok('The teams.', z.array(Team), [EXAMPLES.team]),
    handle: async ({ vault }) => listTeams(await currentTeams(vault)),
  }),
  del('/admin/teams/{team}', 'removeTeam', {
    summary: 'Remove a team',
    description:
      'All logins, invites and tokens of its members end. Its name and their e-mail addresses are erased for good, ' +
      'except where observations, sessions, prompts and conventions carry them.',
    params: TeamParam,
    ...FORGETS,
    errors: ['not_found'],
    async handle({ vault, upkeep, params, context, request, reply }) {
      const position = await removeTeam(vault, await teamOf(vault, params.team), context);
      atPosition(reply, position);
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
  post('/admin/teams/{team}/members', 'addMember', {
    summary: 'Add a member',
    description: 'Then they can be invited. E-mail addresses are compared without case.',
    params: TeamParam,
    body: AddMember,
    example: { email: EXAMPLES.member.email },
    answers: created('The member.', Member, EXAMPLES.member),
    errors: ['not_found', 'conflict'],
    async handle({ vault, params, body, execute }) {
      const { name } = await teamOf(vault, params.team);
      const added = { ...body, team: name };
      const { state } = await execute(addMember, added);
      const member = state && findMemberByEmail(state, body.email);
      if (!member) throw new Error('the added member cannot be read back from the log');
      return { id: member.id, email: member.email, role: member.role };
    },
  }),
  get('/admin/teams/{team}/members', 'listMembers', {
    summary: 'List the members of a team, in the order in which they joined',
    params: TeamParam,
    answers: ok('The members.', z.array(Member), [EXAMPLES.member]),
    errors: ['not_found'],
    async handle({ vault, params }) {
      const { id } = await teamOf(vault, params.team);
      return listMembers(await currentTeams(vault), id);
    },
  }),
  del('/admin/teams/{team}/members/{member}', 'removeMember', {
    summary: 'Remove a member',
    description:
      'Logins, invites and tokens end at once, and the e-mail address is erased. Notes with it as their author stay: ' +
      '`POST /admin/forget` takes them, too.',
    params: TeamParam.extend({ member: pathId('member') }),
    ...FORGETS,
    errors: ['not_found'],
    async handle({ vault, upkeep, params, context, execute, request, reply }) {
      const { id: team_id, name } = await teamOf(vault, params.team);
      // The member goes last, so that a retry finds it after a crash.
      const [views, of] = [await latestTeams(vault), { team_id, member_id: params.member }];
      const as = { meta: context.meta };
      await fewAtATime(invitesOf(views, of), (key) => execute(forgetInvite, { key }, as));
      await fewAtATime(tokenKeysOf(views, of), (key) => execute(forgetToken, { key }, as));
      const { position } = await execute(removeMember, { key: teamKey(name), id: params.member });
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
  post('/admin/teams/{team}/invites', 'issueInvite', {
    summary: 'Invite a member',
    description:
      'Its token logs the member in once, within 7 days. Only this answer shows it: the vault keeps a hash.',
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
    async handle({ vault, params, body: { email }, context, execute, access }) {
      const { id, name } = await teamOf(vault, params.team);
      const token = access.newToken(['invite', id, caseless(email)], context.idempotencyKey);
      const issued = { team: name, email, token_hash: tokenHash(token) };
      const { state } = await execute(issueInvite, issued);
      if (!state) throw new Error('the issued invite cannot be read back from the log');
      const { invite } = state;
      const member = memberOf(await teamFromLog(vault, name), invite.member_id);
      const expires_at = formatTime(invite.expires_at);
      return { id: invite.id, token, email: member?.email ?? email, expires_at };
    },
  }),
  get('/admin/teams/{team}/invites', 'listInvites', {
    summary: 'List all invites of a team, newest first',
    params: TeamParam,
    answers: ok('The invites.', z.array(Invite), [EXAMPLES.invite]),
    errors: ['not_found'],
    async handle({ vault, params }) {
      const { id } = await teamOf(vault, params.team);
      return listInvites(await currentTeams(vault), id, toSeconds(vault.executor.now()));
    },
  }),
  del('/admin/teams/{team}/invites/{invite}', 'revokeInvite', {
    summary: 'Revoke an invite',
    description: 'One that was used answers 409: log the member out instead.',
    params: TeamParam.extend({ invite: pathId('invite') }),
    answers: noContent('Revoked.'),
    errors: ['not_found', 'conflict'],
    async handle({ vault, params, execute }) {
      const team = await teamOf(vault, params.team);
      const revoked = { team_id: team.id, id: params.invite };
      await execute(revokeInvite, revoked);
    },
  }),
  get('/admin/teams/{team}/sessions', 'listTeamSessions', {
    summary: 'List the logins of a team that are valid now, newest first',
    params: TeamParam,
    answers: ok('The sessions.', z.array(Login), [EXAMPLES.login]),
    errors: ['not_found'],
    async handle({ vault, params }) {
      const { id } = await teamOf(vault, params.team);
      return listLogins(await currentTeams(vault), id, toSeconds(vault.executor.now()));
    },
  }),
  del('/admin/teams/{team}/sessions/{session}', 'endTeamSession', {
    summary: 'Log a member out',
    description: 'Ends this login at once.',
    params: TeamParam.extend({ session: pathId('session') }),
    answers: noContent('Logged out.'),
    errors: ['not_found'],
    async handle({ vault, params, execute }) {
      const team = await teamOf(vault, params.team);
      const closed = { team_id: team.id, id: params.session };
      await execute(closeLogin, closed);
    },
  }),
]);

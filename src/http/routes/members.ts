import { z } from 'zod';
import { AddMember, addMember } from '../../commands/addMember.js';
import { forgetInvite } from '../../commands/forgetting.js';
import { removeMember } from '../../commands/removeMember.js';
import { findMemberByEmail, teamKey } from '../../events/team.js';
import { fewAtATime } from '../../maintenance/fewAtATime.js';
import { invitesOf, listMembers, Member } from '../../queries/teams.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { created, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { currentTeams, latestTeams, TeamParam, teamOf } from '../security/teams.js';

const addMemberRoute = route({
  method: 'POST',
  path: '/admin/teams/{team}/members',
  operationId: 'addMember',
  tag: 'admin',
  summary: 'Add a member',
  description: 'Then they can be invited. E-mail addresses are compared without case.',
  access: 'admin',
  params: TeamParam,
  body: AddMember,
  example: { email: EXAMPLES.member.email },
  answers: created('The member.', Member, EXAMPLES.member),
  errors: ['not_found', 'conflict'],
  async handle({ app, params, body, execute }) {
    const { name } = await teamOf(app, params.team);
    const added = { ...body, team: name };
    const { state } = await execute(addMember, added);
    const member = state && findMemberByEmail(state, body.email);
    if (!member) throw new Error('the added member cannot be read back from the log');
    return { id: member.id, email: member.email, role: member.role };
  },
});

const listMembersRoute = route({
  method: 'GET',
  path: '/admin/teams/{team}/members',
  operationId: 'listMembers',
  tag: 'admin',
  summary: 'List the members of a team, in the order in which they joined',
  access: 'admin',
  params: TeamParam,
  answers: ok('The members.', z.array(Member), [EXAMPLES.member]),
  errors: ['not_found'],
  async handle({ app, params }) {
    const { id } = await teamOf(app, params.team);
    return listMembers(await currentTeams(app), id);
  },
});

const removeMemberRoute = route({
  method: 'DELETE',
  path: '/admin/teams/{team}/members/{member}',
  operationId: 'removeMember',
  tag: 'admin',
  summary: 'Remove a member',
  description:
    'Logins and invites end at once, and the e-mail address is erased. Notes with it as their author stay: ' +
    '`POST /admin/forget` takes them, too.',
  access: 'admin',
  params: TeamParam.extend({ member: pathId('member') }),
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found'],
  async handle({ app, params, context, execute, request, reply }) {
    const { id: team_id, name } = await teamOf(app, params.team);
    // The member goes last, so that a retry finds it after a crash.
    const invites = invitesOf(await latestTeams(app), { team_id, member_id: params.member });
    await fewAtATime(invites, (key) => execute(forgetInvite, { key }, { meta: context.meta }));
    const { position } = await execute(removeMember, { key: teamKey(name), id: params.member });
    return answerForgotten(app, request, reply, position);
  },
});

export const memberRoutes: readonly Route[] = [addMemberRoute, listMembersRoute, removeMemberRoute];

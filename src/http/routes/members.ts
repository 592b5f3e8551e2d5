import { z } from 'zod';
import { AddMember, addMember } from '../../commands/addMember.js';
import { removeMember } from '../../commands/removeMember.js';
import { findMemberByEmail } from '../../events/team.js';
import { listMembers, Member } from '../../queries/teams.js';
import { created, noContent, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { currentTeams, TeamParam, teamOf } from '../security/teams.js';

const addMemberRoute = route({
  method: 'POST',
  path: '/admin/teams/{team}/members',
  operationId: 'addMember',
  tag: 'admin',
  summary: 'Add a member',
  description:
    'Adds a member to a team, so that they can be invited. E-mail addresses are compared without regard to case.',
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
  summary: 'List members',
  description: 'Lists the members of a team, in the order in which they joined.',
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
  description: 'Removes a member from a team. Their sessions and invites end at once.',
  access: 'admin',
  params: TeamParam.extend({ member: pathId('member') }),
  answers: noContent('Removed.'),
  errors: ['not_found'],
  async handle({ app, params, execute }) {
    const { name } = await teamOf(app, params.team);
    const removed = { team: name, id: params.member };
    await execute(removeMember, removed);
  },
});

export const memberRoutes: readonly Route[] = [addMemberRoute, listMembersRoute, removeMemberRoute];

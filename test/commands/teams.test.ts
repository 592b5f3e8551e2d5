import { expect, test } from 'vitest';
import { addMember, createTeam, removeMember } from '../../src/commands/teams.js';
import { type TeamFact, teamKey } from '../../src/events/team.js';
import { given as givenFacts } from '../support/given.js';
import { redacted } from '../support/redacted.js';

/** `given` gives this id to new things. */
const NEW = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const TEAM = '01KA5ZG1A3C5E7G9J2M4P6R8T0';
const ADA = '01KA5ZG8B4D6F8H0K2N4Q6S8V1';

const team = redacted('payments');
const given = (...facts: TeamFact[]) => givenFacts(...facts);
const created: TeamFact = { type: 'team.created', data: { id: TEAM, name: team } };
const joined = (id = ADA, email = 'Ada@example.org'): TeamFact => ({
  type: 'member.added',
  data: { id, team_id: TEAM, email, role: 'member' },
});
const removed: TeamFact = { type: 'member.removed', data: { id: ADA, team_id: TEAM } };

test('a team can be created once, and its name is compared without case', () => {
  given()
    .when(createTeam, { name: team })
    .yields({ type: 'team.created', data: { id: NEW, name: team } });
  given(created)
    .when(createTeam, { name: redacted('Payments') })
    .isRefusedWith('conflict');
  expect(teamKey('Payments')).toBe(teamKey('payments'));
  expect(teamKey('Zoe\u0308')).toBe(teamKey('zo\u00eb'));
  expect(teamKey('payment')).not.toBe(teamKey('payments'));
});

test('an e-mail, compared without case, can be added once, and again after its removal', () => {
  const email = 'ada@example.org';
  const add = { team, email, role: undefined };
  given(created).when(addMember, add).yields(joined(NEW, email));
  given(created, joined()).when(addMember, add).isRefusedWith('conflict');
  given(created, joined(), removed).when(addMember, add).yields(joined(NEW, email));
  given().when(addMember, add).isRefusedWith('not_found');
});

test('a member can be removed only once', () => {
  given(created, joined())
    .when(removeMember, { key: teamKey(team), id: ADA })
    .yields(removed);
  given(created, joined(), removed)
    .when(removeMember, { key: teamKey(team), id: ADA })
    .isRefusedWith('not_found');
  given()
    .when(removeMember, { key: teamKey(team), id: ADA })
    .isRefusedWith('not_found');
});

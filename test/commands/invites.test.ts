import { test } from 'vitest';
import { closeLogin, issueInvite, redeemInvite, revokeInvite } from '../../src/commands/invites.js';
import type { InviteFact, Team } from '../../src/events/team.js';
import { given as givenFacts } from '../support/given.js';
import { redacted } from '../support/redacted.js';
import { NOW } from '../support/testApp.js';

/** `given` gives this id to new things. */
const id = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const team_id = '01KA5ZG1A3C5E7G9J2M4P6R8T0';
const member_id = '01KA5ZG8B4D6F8H0K2N4Q6S8V1';
const SECONDS = NOW / 1000;
const DAY = 86_400;

const given = (...facts: InviteFact[]) => givenFacts(...facts);
const of = { id, team_id, member_id };
const issued = (expires_at = SECONDS + 7 * DAY): InviteFact => ({
  type: 'invite.issued',
  data: { ...of, token_hash: 'i', expires_at },
});
const opened: InviteFact = {
  type: 'login.opened',
  data: { ...of, token_hash: 'l', expires_at: SECONDS + 30 * DAY },
};
const revoked: InviteFact = { type: 'invite.revoked', data: of };
const closed: InviteFact = { type: 'login.closed', data: of };

const ada = {
  id: member_id,
  team_id,
  email: 'Ada@example.org',
  role: 'member' as const,
  position: 2,
};
const payments: Team = {
  id: team_id,
  name: redacted('payments'),
  created_at: 0,
  members: [ada],
};
const withoutAda: Team = { ...payments, members: [] };

test('only members can be invited, and an invite lasts seven days', () => {
  const invite = { team: 'payments', email: 'ADA@example.org', token_hash: 'i' };
  given()
    .when(issueInvite, { ...invite, inviting: payments })
    .yields(issued());
  given()
    .when(issueInvite, { ...invite, inviting: withoutAda })
    .isRefusedWith('not_found');
  given().when(issueInvite, invite).isRefusedWith('not_found');
});

const redeem = { id, team: 'payments', token_hash: 'l', inviting: payments };

test('an invite opens one login of thirty days, up to the last second of the invite', () => {
  given(issued()).when(redeemInvite, redeem).yields(opened);
  given(issued(SECONDS + 1))
    .when(redeemInvite, redeem)
    .yields(opened);
  given(issued(SECONDS)).when(redeemInvite, redeem).isRefusedWith('expired_invite');
  given(issued(), opened).when(redeemInvite, redeem).isRefusedWith('used_invite');
});

test('an invite is invalid after it was revoked or its member was removed', () => {
  given(issued(), revoked).when(redeemInvite, redeem).isRefusedWith('invalid_invite');
  given(issued())
    .when(redeemInvite, { ...redeem, inviting: withoutAda })
    .isRefusedWith('invalid_invite');
  given().when(redeemInvite, redeem).isRefusedWith('invalid_invite');
});

test('a used invite is reported as used, also after a logout or removal', () => {
  const late = { ...redeem, inviting: withoutAda };
  given(issued(SECONDS - 1), opened)
    .when(redeemInvite, redeem)
    .isRefusedWith('used_invite');
  given(issued(), opened, closed).when(redeemInvite, late).isRefusedWith('used_invite');
});

test('every revocation is recorded, and a used invite cannot be revoked', () => {
  const revoke = { id, team_id };
  given(issued()).when(revokeInvite, revoke).yields(revoked);
  given(issued(), revoked).when(revokeInvite, revoke).yields(revoked);
  given(issued(), opened).when(revokeInvite, revoke).isRefusedWith('conflict');
  given(issued(), opened, closed).when(revokeInvite, revoke).isRefusedWith('conflict');
});

test('a login can be closed only once', () => {
  const close = { id, team_id };
  given(issued(), opened).when(closeLogin, close).yields(closed);
  given(issued(), opened, closed).when(closeLogin, close).isRefusedWith('not_found');
  given(issued()).when(closeLogin, close).isRefusedWith('not_found');
});

test('invites and logins of another team are not found', () => {
  const other = { id, team_id: member_id };
  given(issued()).when(revokeInvite, other).isRefusedWith('not_found');
  given(issued(), opened).when(closeLogin, other).isRefusedWith('not_found');
  given().when(revokeInvite, other).isRefusedWith('not_found');
  given().when(closeLogin, other).isRefusedWith('not_found');
});

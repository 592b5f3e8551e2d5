import { z } from 'zod';
import { Email } from '../domain/email.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import { invite } from '../events/invite.js';
import { findMemberByEmail, requireTeam, type Team, team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** The request of an admin to invite a member. */
export const IssueInvite = z.strictObject({ email: Email }).meta({ id: 'IssueInvite' });
export type IssueInvite = z.output<typeof IssueInvite>;

interface Input extends IssueInvite {
  /** Name of the team. */
  readonly team: string;
  readonly token_hash: string;
  readonly inviting?: Team | undefined;
}

/** Lifetime of an invite, in seconds. */
const LIFETIME = 7 * 86_400;

/** Invites a member to log in once. The log gets only the hash of the token. */
export const issueInvite = command({
  name: 'issueInvite',
  redact: async (input: Input) => input,
  stream: invite,
  streamKey: (_input, now) => now.id,
  async lookUp(input, read) {
    return { ...input, inviting: await read(team, teamKey(input.team)) };
  },
  decide(_fold, { inviting, email, token_hash }, { id, at }) {
    const inviter = requireTeam(inviting);
    const member = findMemberByEmail(inviter, email);
    if (!member)
      throw new Rejection(
        'not_found',
        `email: belongs to no member of ${inviter.name}: add the member first`,
      );
    const ids = { id, team_id: inviter.id, member_id: member.id };
    const expires_at = toSeconds(at) + LIFETIME;
    return [{ type: 'invite.issued', data: { ...ids, token_hash, expires_at } }];
  },
});

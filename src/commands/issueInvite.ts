import { z } from 'zod';
import { Email } from '../domain/email.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import { invite } from '../events/invite.js';
import { type Team, team, teamKey } from '../events/team.js';
import { command } from './command.js';
import { findMemberByEmail, requireTeam } from './teamMember.js';

/** What an admin sends to invite a member. */
export const IssueInvite = z.object({ email: Email }).meta({ id: 'IssueInvite' });
export type IssueInvite = z.output<typeof IssueInvite>;

interface Input extends IssueInvite {
  /** Name of the team. */
  readonly team: string;
  readonly token_hash: string;
  readonly inviting?: Team | undefined;
}

/** Seconds for which an invite is good. */
const LASTS = 7 * 86_400;

/** Invites a member to log in once. The token itself stays with who made it. */
export const issueInvite = command({
  name: 'issueInvite',
  redact: async (input: Input) => input,
  stream: invite,
  streamKey: (_input, now) => now.id,
  async lookUp(input, read) {
    return { ...input, inviting: await read(team, teamKey(input.team)) };
  },
  decide(_fold, { inviting, email, token_hash }, { id, at }) {
    const found = requireTeam(inviting);
    const member = findMemberByEmail(found, email);
    if (!member)
      throw new Rejection(
        'not_found',
        `email: belongs to no member of ${found.name}: add the member first`,
      );
    const of = { id, team_id: found.id, member_id: member.id };
    const expires_at = toSeconds(at) + LASTS;
    return [{ type: 'invite.issued', data: { ...of, token_hash, expires_at } }];
  },
});

import { z } from 'zod';
import { Email, text } from '../domain/fields.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import {
  findMemberByEmail,
  type InviteRecord,
  invite,
  requireTeam,
  type Team,
  type TokenIssued,
  team,
  teamKey,
} from '../events/team.js';
import { command, type ReadState } from './command.js';

/** The request of an admin to invite a member. */
export const IssueInvite = z.strictObject({ email: Email }).meta({ id: 'IssueInvite' });
export type IssueInvite = z.output<typeof IssueInvite>;

/** What a token is issued for. */
interface Issuing {
  /** Name of the team that invites. */
  readonly team: string;
  /** Hash of the token that the member gets. */
  readonly token_hash: string;
  /** Looked up by the name. */
  readonly inviting?: Team | undefined;
}

const withTeam = async <I extends Issuing>(input: I, read: ReadState): Promise<I> => ({
  ...input,
  inviting: await read(team, teamKey(input.team)),
});

/** Lifetime of an invite, in seconds. */
const INVITE_LIFETIME = 7 * 86_400;

/** Invites a member to log in once. The log gets only the hash of the token. */
export const issueInvite = command({
  name: 'issueInvite',
  redact: async (input: IssueInvite & Issuing) => input,
  stream: invite,
  streamKey: (_input, now) => now.id,
  lookUp: withTeam,
  decide(_fold, { inviting, email, token_hash }, { id, at }) {
    const inviter = requireTeam(inviting);
    const member = findMemberByEmail(inviter, email);
    if (!member)
      throw new Rejection(
        'not_found',
        `email: belongs to no member of ${inviter.name}: add the member first`,
      );
    const ids = { id, team_id: inviter.id, member_id: member.id };
    const expires_at = toSeconds(at) + INVITE_LIFETIME;
    return [{ type: 'invite.issued', data: { ...ids, token_hash, expires_at } }];
  },
});

/** The request of an invited member to log in. */
export const RedeemInvite = z
  .strictObject({
    token: text(1, 1000).meta({ description: 'The token of the invite: 64 hex characters.' }),
  })
  .meta({ id: 'RedeemInvite' });
export type RedeemInvite = z.output<typeof RedeemInvite>;

/** Lifetime of a login, in seconds. */
const LOGIN_LIFETIME = 30 * 86_400;

/** Turns an invite into a login. Each invite can be used once. */
export const redeemInvite = command({
  name: 'redeemInvite',
  /** `id` is that of the invite. */
  redact: async (input: Issuing & { id: string }) => input,
  stream: invite,
  streamKey: (input) => input.id,
  lookUp: withTeam,
  decide(fold, { id, inviting, token_hash }, now) {
    const seconds = toSeconds(now.at);
    const { team_id, member_id } = requireUsable(fold, inviting, seconds);
    const data = { id, team_id, member_id, token_hash, expires_at: seconds + LOGIN_LIFETIME };
    return [{ type: 'login.opened', data }];
  },
});

function requireUsable(fold: InviteRecord, inviting: Team | undefined, now: number): TokenIssued {
  if (!fold || fold.status === 'revoked') throw unknownInvite();
  if (fold.status !== 'open') {
    throw new Rejection('used_invite', 'this invite was already used: ask an admin for a new one');
  }
  const isMember = inviting?.members.some(({ id }) => id === fold.invite.member_id);
  if (!isMember) throw unknownInvite();
  if (fold.invite.expires_at <= now) {
    throw new Rejection('expired_invite', 'this invite has expired: ask an admin for a new one');
  }
  return fold.invite;
}

/** The rejection of a token that is unknown or whose invite was revoked. */
export function unknownInvite(): Rejection {
  return new Rejection(
    'invalid_invite',
    'this invite is unknown or was revoked: ask an admin for a new one',
  );
}

/** Revokes an invite of a team. Every revocation is recorded. Rejected (`conflict`) when the invite was used. */
export const revokeInvite = command({
  name: 'revokeInvite',
  redact: async (input: { id: string; team_id: string }) => input,
  stream: invite,
  streamKey: (input) => input.id,
  decide(fold, { id, team_id }) {
    if (fold?.invite.team_id !== team_id) {
      throw new Rejection('not_found', 'there is no invite with that id');
    }
    if ('login' in fold) {
      throw new Rejection('conflict', 'this invite was already used: log the member out instead');
    }
    const { member_id } = fold.invite;
    return [{ type: 'invite.revoked', data: { id, team_id, member_id } }];
  },
});

/** Ends a login of a team. Its token is invalid from then on. */
export const closeLogin = command({
  name: 'closeLogin',
  redact: async (input: { id: string; team_id: string }) => input,
  stream: invite,
  streamKey: (input) => input.id,
  decide(fold, { id, team_id }) {
    if (fold?.status !== 'logged_in' || fold.login.team_id !== team_id) {
      throw new Rejection('not_found', 'there is no login with that id');
    }
    const { member_id } = fold.login;
    return [{ type: 'login.closed', data: { id, team_id, member_id } }];
  },
});

import { z } from 'zod';
import { Rejection } from '../domain/rejection.js';
import { text } from '../domain/text.js';
import { toSeconds } from '../domain/time.js';
import { type InviteRecord, invite, type TokenIssued } from '../events/invite.js';
import { type Team, team, teamKey } from '../events/team.js';
import { command } from './command.js';

/** The request of an invited member to log in. */
export const RedeemInvite = z
  .strictObject({
    token: text(1, 1000).meta({ description: 'The token of the invite: 64 hex characters.' }),
  })
  .meta({ id: 'RedeemInvite' });
export type RedeemInvite = z.output<typeof RedeemInvite>;

interface Input {
  /** Id of the invite that the token belongs to, and the name of its team. */
  readonly id: string;
  readonly team: string;
  /** Hash of the session token that the member gets. */
  readonly token_hash: string;
  readonly inviting?: Team | undefined;
}

/** Lifetime of a login, in seconds. */
const LIFETIME = 30 * 86_400;

/** Turns an invite into a login. Each invite can be used once. */
export const redeemInvite = command({
  name: 'redeemInvite',
  redact: async (input: Input) => input,
  stream: invite,
  streamKey: (input) => input.id,
  async lookUp(input, read) {
    return { ...input, inviting: await read(team, teamKey(input.team)) };
  },
  decide(fold, { id, inviting, token_hash }, now) {
    const seconds = toSeconds(now.at);
    const { team_id, member_id } = requireUsable(fold, inviting, seconds);
    const data = { id, team_id, member_id, token_hash, expires_at: seconds + LIFETIME };
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

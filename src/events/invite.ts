import { unreachable } from '../domain/unreachable.js';
import type { Fact, Stream } from './recorded.js';

/** An invite with its team and member. */
export interface InviteRef {
  /** ULID of the invite, and of the login that it becomes. */
  readonly id: string;
  readonly team_id: string;
  readonly member_id: string;
}

/** A member received a token. The log holds only its hash. It is valid until `expires_at`. */
export interface TokenIssued extends InviteRef {
  /** SHA-256 of the token in hex. */
  readonly token_hash: string;
  /** Seconds since 1970. */
  readonly expires_at: number;
}

/** An invite and its login were forgotten. Recording this erases the earlier events of their stream. */
export interface InviteForgotten {
  readonly id: string;
}

export type InviteFact =
  | Fact<'invite.issued', TokenIssued>
  | Fact<'invite.revoked', InviteRef>
  | Fact<'login.opened', TokenIssued>
  | Fact<'login.closed', InviteRef>
  | Fact<'invite.forgotten', InviteForgotten>;

/** The state of an invite. It does not show that a token has expired or that the member was removed. */
export type InviteRecord =
  | { readonly status: 'open' | 'revoked'; readonly invite: TokenIssued }
  | {
      readonly status: 'logged_in' | 'logged_out';
      readonly invite: TokenIssued;
      readonly login: TokenIssued;
    }
  | undefined;

/** `invite/<ULID>`: an invite and the one login that it can become. */
export const invite: Stream<InviteRecord, InviteFact> = {
  name: 'invite',
  initial: undefined,
  folds: 'all',
  evolve(fold, event) {
    if (event.type === 'invite.issued') return { status: 'open', invite: event.data };
    if (event.type === 'invite.forgotten') return undefined;
    if (!fold) throw new Error(`${event.stream}: ${event.type} before the invite was issued`);
    switch (event.type) {
      case 'invite.revoked':
        return { status: 'revoked', invite: fold.invite };
      case 'login.opened':
        return { status: 'logged_in', invite: fold.invite, login: event.data };
      case 'login.closed':
        if (!('login' in fold)) throw new Error(`${event.stream}: closed before it was opened`);
        return { ...fold, status: 'logged_out' };
      default:
        return unreachable(event);
    }
  },
};

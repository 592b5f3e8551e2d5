import type { Scope } from '../domain/accessToken.js';
import { OF_PERSON, wallOf } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { family, nothing } from './family.js';
import { type Fact, streamKey } from './recorded.js';

/** For whom a token acts: a member, the owner, or whoever uses a vault in which nobody has to log in. */
export type TokenHolder =
  | { readonly kind: 'member'; readonly member_id: string; readonly team_id: string }
  | { readonly kind: 'owner' | 'anonymous' };

/** What an application got that was let in by OAuth: of its texts, the log holds digests. */
export interface Grant {
  /** SHA-256 of the id of the client. */
  readonly client_hash: string;
  /** `askedHash` of the authorization request. */
  readonly asked_hash: string;
  /** How often its token was made anew: 0 before its code is exchanged. */
  readonly generation: number;
  /** Until when it can be renewed, in seconds since 1970. */
  readonly until: number;
}

/** A token was made; that of a grant, anew with each generation, under the same id. The log holds only its hash. */
export interface TokenCreated {
  /** ULID of the token. */
  readonly id: string;
  readonly name: Redacted;
  readonly holder: TokenHolder;
  readonly scope: readonly Scope[];
  /** The projects that it is bound to; absent for all. */
  readonly projects?: readonly Redacted[] | undefined;
  /** SHA-256 of the token in hex. */
  readonly token_hash: string;
  /** Seconds since 1970; absent for a token that does not end by itself. */
  readonly expires_at?: number | undefined;
  readonly grant?: Grant | undefined;
}

interface TokenRef {
  readonly id: string;
}

export type TokenFact =
  | Fact<'token.created', TokenCreated>
  | Fact<'token.revoked', TokenRef>
  | Fact<'token.forgotten', TokenRef>;

/** The token that had a name last, with its time in milliseconds since 1970. It may have expired, or its member be removed. */
export type TokenState =
  | (TokenCreated & { readonly created_at: number; readonly revoked: false })
  | (TokenRef & { readonly revoked: true })
  | undefined;

/** `token/<digest of holder and name>`: of one holder, no two that live have one name. */
export const accessToken = family<TokenState, TokenFact>('token', {
  initial: undefined,
  folds: 'last',
  forgetAs: 'invites',
  events: {
    'token.created': {
      texts: { name: 'key', projects: 'key' },
      fold: (_before, { data, at }) => ({ ...data, created_at: at, revoked: false }),
    },
    'token.revoked': { fold: (_before, { data }) => ({ ...data, revoked: true }) },
    'token.forgotten': { erases: 'stream', fold: nothing },
  },
});

/** The wall of the person for whom a token acts (`wallOfPerson`). What nobody had to log in for is the owner's. */
export const wallOfHolder = (holder: TokenHolder): string =>
  wallOf(`${OF_PERSON}${holder.kind === 'member' ? holder.member_id : 'owner'}`);

/** The key of the stream of a token, by the wall of its holder (`wallOfPerson`) and its name. Case does not count. */
export const tokenKey = (name: string, wall: string): string =>
  streamKey(caseless(name), wallOf(wall));

import { caseless } from './names.js';

/** What a member may do: a member uses the vault, an admin also administers it. */
export const ROLES = ['member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** A member who is logged in. */
export interface MemberCaller {
  readonly kind: 'member';
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly team_id: string;
  readonly team: string;
  /** ULID of the login, and when it ends, in seconds since 1970. */
  readonly login: string;
  readonly expires_at: number;
}

/** Who sends a request. The owner is anyone who knows the admin key. */
export type Caller = { readonly kind: 'anonymous' } | { readonly kind: 'owner' } | MemberCaller;

export const ANONYMOUS: Caller = { kind: 'anonymous' };

/** The caller's name in the log. It is never erased, so it holds no personal data: a role or a member's id. */
export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'owner':
      return 'admin';
    case 'member':
      return `${MEMBER}${caller.id}`;
  }
}

const MEMBER = 'member:';

/** The id of the member that an actor is; undefined when it is none. */
export function memberIdOf(actor: string): string | undefined {
  return actor.startsWith(MEMBER) ? actor.slice(MEMBER.length) : undefined;
}

/** True for those who may administer the vault. */
export function isAdmin(caller: Caller): boolean {
  return caller.kind === 'owner' || (caller.kind === 'member' && caller.role === 'admin');
}

/**
 * What a caller may see. Behind the wall of a team it is what has that team or none; everything else is as if it were
 * not there. `savers` says whether notes show who saved them.
 */
export type Visibility =
  | { readonly kind: 'all'; readonly savers: boolean }
  | { readonly kind: 'team'; readonly team: string; readonly savers: true };

/** For the vault itself and for whoever owns it. */
export const EVERYTHING: Visibility = { kind: 'all', savers: false };

/** The wall of what has no team: nobody is kept out. It is no valid name of a team. */
export const NO_WALL = '';

/** The wall behind which something with this team stands: names that differ only in case are one team. */
export function wallOf(team: string | null | undefined): string {
  return team === null || team === undefined ? NO_WALL : caseless(team);
}

/** Whether a caller may see something with this team. */
export function maySee(sees: Visibility, team: string | null | undefined): boolean {
  if (sees.kind === 'all') return true;
  const wall = wallOf(team);
  return wall === NO_WALL || wall === wallOf(sees.team);
}

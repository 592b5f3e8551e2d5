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

import type { TokenInUse } from './accessToken.js';
import { MEMBER, TOKEN } from './actor.js';
import { caseless, type ProjectKey, projectKey } from './names.js';
import { canonicalUlid } from './ulid.js';

/** What a member may do: a member uses the vault, an admin also administers it. */
export const ROLES = ['member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What all callers have in common. */
interface ByToken {
  /** The token that a program shows in place of who made it; undefined for who is there itself. */
  readonly token?: TokenInUse | undefined;
}

/** A member who is logged in, or for whom a token acts. */
export interface MemberCaller extends ByToken {
  readonly kind: 'member';
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly team_id: string;
  readonly team: string;
  /** ULID of the login, or of the token, and when it ends, in seconds since 1970. */
  readonly login: string;
  readonly expires_at: number;
}

/** Who sends a request. The owner is anyone who knows the admin key. */
export type Caller = ({ readonly kind: 'anonymous' | 'owner' } & ByToken) | MemberCaller;

export const ANONYMOUS: Caller = { kind: 'anonymous' };

/**
 * The caller's name in the log: who it is, and behind a blank by which token. It is never erased, so it holds no personal data: a role
 * or the id of a member, and the id of a token.
 */
export function actorOf(caller: Caller): string {
  const holder = holderActor(caller);
  return caller.token ? `${holder} ${TOKEN}${caller.token.id}` : holder;
}

function holderActor(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'owner':
      return 'admin';
    case 'member':
      return `${MEMBER}${caller.id}`;
  }
}

/** True for those who may administer the vault: no token does. */
export function isAdmin(caller: Caller): boolean {
  if (caller.token) return false;
  return caller.kind === 'owner' || (caller.kind === 'member' && caller.role === 'admin');
}

/**
 * What a caller may see. Behind the wall of a team it is what has that team or none, and what is the caller's own; everything else
 * is as if it were not there. Of what belongs to persons, a caller sees its own alone, whatever else it sees. `savers` says
 * whether notes show who saved them.
 */
export type Visibility = {
  readonly savers: boolean;
  /** The wall of the person who asks (`wallOfPerson`). Without one, as for the vault itself, no wall of a person hides anything from who sees all. */
  readonly person?: string;
  /** The projects outside of which everything is as if it were not there; undefined for all. */
  readonly projects?: readonly ProjectKey[] | undefined;
} & (
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly team: string }
  /** What belongs to the person, and nothing else. */
  | { readonly kind: 'own'; readonly person: string }
);

/** What somebody who sends a request may see. */
export type PersonVisibility = Visibility & { readonly person: string };

/** For the vault itself. Nobody who sends a request sees it all. */
export const EVERYTHING: Visibility = { kind: 'all', savers: false };

/** What belongs to the person who asks; undefined for the vault itself. */
export function ownOf({ savers, person, projects }: Visibility): PersonVisibility | undefined {
  return person === undefined ? undefined : { kind: 'own', savers, person, projects };
}

/** Whether a caller may see what is in a project, or in none, as far as its token is bound to projects. */
export function isInProjects(
  { projects }: Visibility,
  project: string | null | undefined,
): boolean {
  return !projects || (typeof project === 'string' && projects.includes(projectKey(project)));
}

/** The wall of what has no team: nobody is kept out. It is no valid name of a team. */
export const NO_WALL = '';

/** The wall behind which something with this team stands: names that differ only in case are one team. */
export function wallOf(team: string | null | undefined): string {
  return team === null || team === undefined ? NO_WALL : caseless(team);
}

/** Begins the wall of a person. No caller can name a team like it: names are trimmed. */
export const OF_PERSON = ' ';

/**
 * The wall of what belongs to the person that a caller is, which also stands for its team: that of a member, or else of the owner.
 * Where nobody has to log in, whoever does not is the one person there is. A caller that is not let in is nobody.
 */
export function wallOfPerson(caller: Caller, auth: 'open' | 'session'): string {
  switch (caller.kind) {
    case 'member':
      return wallOf(`${OF_PERSON}${caller.id}`);
    case 'owner':
      return `${OF_PERSON}owner`;
    case 'anonymous':
      return `${OF_PERSON}${auth === 'open' ? 'owner' : 'nobody'}`;
  }
}

/** Whether a thing with this team belongs to a person. */
export function isOfPerson(team: string | null | undefined): boolean {
  return team?.startsWith(OF_PERSON) === true;
}

/** The id of the member that a personal thing with this team belongs to; undefined for the owner’s, and for what is not personal. */
export function memberOfWall(team: string | undefined): string | undefined {
  return team !== undefined && isOfPerson(team)
    ? canonicalUlid(team.slice(OF_PERSON.length))
    : undefined;
}

/** The team of a thing as it is shown: what belongs to a person has none. */
export function shownTeam<T extends string>(team: T | undefined): T | undefined {
  return isOfPerson(team) ? undefined : team;
}

/** The walls behind which a caller sees; undefined when it sees behind all of them, those of other persons aside. */
export function wallsSeen(sees: Visibility): readonly string[] | undefined {
  switch (sees.kind) {
    case 'all':
      return undefined;
    case 'team': {
      const { team, person } = sees;
      return [NO_WALL, wallOf(team), ...(person === undefined ? [] : [person])];
    }
    case 'own':
      return [sees.person];
  }
}

/** Whether a caller may see something with this team. */
export function maySee(sees: Visibility, team: string | null | undefined): boolean {
  const wall = wallOf(team);
  const walls = wallsSeen(sees);
  if (walls) return walls.includes(wall);
  return !isOfPerson(wall) || sees.person === undefined || wall === sees.person;
}

/** Whether a caller may see something of a project, in which it has a team or none. */
export function maySeeThing(
  sees: Visibility,
  { team, project }: { readonly team?: string | undefined; readonly project?: string | undefined },
): boolean {
  return maySee(sees, team) && isInProjects(sees, project);
}

/** Whether a thing with this team is personal and somebody else's: nobody gets to that, whatever else it may change. */
export function isOfOtherPerson(team: string | null | undefined, sees: Visibility): boolean {
  return isOfPerson(team) && !maySee(sees, team);
}

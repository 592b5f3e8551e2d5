import type { Role } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import { Rejection } from '../domain/rejection.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { family, nothing, SAME } from './family.js';
import { type Fact, type RecordedFact, streamKey } from './recorded.js';

/** A team was created. */
interface TeamCreated {
  readonly id: string;
  readonly name: Redacted;
}

/** A member was added to a team. */
interface MemberAdded {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: Role;
}

/** A member was removed. This ends all invites and logins of the member. The event that added the member is erased with it. */
interface MemberRemoved {
  readonly id: string;
  readonly team_id: string;
}

/** A team was removed with its members. Recording this erases the earlier events of its stream, and ends all logins. */
interface TeamRemoved {
  readonly id: string;
}

export type TeamFact =
  | Fact<'team.created', TeamCreated>
  | Fact<'member.added', MemberAdded>
  | Fact<'member.removed', MemberRemoved>
  | Fact<'team.removed', TeamRemoved>;

/** A member, with the position of the event that says so. */
export interface TeamMember extends MemberAdded {
  readonly position: number;
}

/** A team and its members. Times are milliseconds since 1970. */
export interface Team extends TeamCreated {
  readonly created_at: number;
  /** A person who is removed and added again gets a new member id. */
  readonly members: readonly TeamMember[];
}

/** `team/<digest of the name>`: the order of the stream prevents two teams of one name or two members of one e-mail. */
export const team = family<Team | undefined, TeamFact>('team', {
  initial: undefined,
  folds: 'all',
  forgetAs: 'members',
  events: {
    'team.created': {
      texts: { name: 'key' },
      fold: (_before, { data, at }) => ({ ...data, created_at: at, members: [] }),
    },
    'team.removed': { upcasts: [SAME], erases: 'stream', fold: nothing },
    'member.added': {
      fold(before, event) {
        const { members, ...rest } = created(before, event);
        return { ...rest, members: [...members, { ...event.data, position: event.position }] };
      },
    },
    'member.removed': {
      fold(before, event) {
        const { members, ...rest } = created(before, event);
        return { ...rest, members: members.filter(({ id }) => id !== event.data.id) };
      },
    },
  },
});

function created(before: Team | undefined, { stream, type }: RecordedFact<TeamFact>): Team {
  if (before) return before;
  throw new Error(`${stream}: ${type} before the team was created`);
}

/** The key of a team's stream. Names that differ only in case have the same key. */
export function teamKey(name: string): string {
  return streamKey(caseless(name));
}

/** The member of a team with an e-mail, ignoring case. */
export function findMemberByEmail(team: Team, email: string): TeamMember | undefined {
  return team.members.find((member) => caseless(member.email) === caseless(email));
}

/** The team. Throws `Rejection('not_found')` when it is undefined. */
export function requireTeam(team: Team | undefined): Team {
  if (!team) throw new Rejection('not_found', 'there is no such team');
  return team;
}

/** An invite with its team and member. */
interface InviteRef {
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
interface InviteForgotten {
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
export const invite = family<InviteRecord, InviteFact>('invite', {
  initial: undefined,
  folds: 'all',
  forgetAs: 'invites',
  events: {
    'invite.issued': { fold: (_record, { data }) => ({ status: 'open', invite: data }) },
    'invite.revoked': {
      fold: (record, event) => ({ status: 'revoked', invite: issued(record, event).invite }),
    },
    'invite.forgotten': { upcasts: [SAME], erases: 'stream', fold: nothing },
    'login.opened': {
      fold: (record, event) => ({
        status: 'logged_in',
        invite: issued(record, event).invite,
        login: event.data,
      }),
    },
    'login.closed': {
      fold(record, event) {
        const opened = issued(record, event);
        if (!('login' in opened)) throw new Error(`${event.stream}: closed before it was opened`);
        return { ...opened, status: 'logged_out' };
      },
    },
  },
});

function issued(record: InviteRecord, { stream, type }: RecordedFact<InviteFact>) {
  if (record) return record;
  throw new Error(`${stream}: ${type} before the invite was issued`);
}

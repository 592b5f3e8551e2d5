import type { Role } from '../domain/caller.js';
import { caseless } from '../domain/caseless.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, Stream } from './recorded.js';
import { streamKey } from './streamKey.js';

/** A team came into being. */
export interface TeamCreated {
  readonly id: string;
  readonly name: string;
}

/** Somebody became a member of a team. */
export interface MemberAdded {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: Role;
}

/** A member left. Its invites and logins are worth nothing from then on. */
export interface MemberRemoved {
  readonly id: string;
  readonly team_id: string;
}

export type TeamFact =
  | Fact<'team.created', TeamCreated>
  | Fact<'member.added', MemberAdded>
  | Fact<'member.removed', MemberRemoved>;

/** A team and its people. Times are milliseconds since 1970. */
export interface Team extends TeamCreated {
  readonly created_at: number;
  readonly members: readonly MemberAdded[];
  /** Those who left. Somebody who came back is another member. */
  readonly former: readonly MemberAdded[];
}

/** `team/<digest of the name>`: two teams of one name or members of one e-mail cannot both get in. */
export const team: Stream<Team | undefined, TeamFact> = {
  name: 'team',
  initial: undefined,
  folds: 'all',
  evolve(before, event) {
    if (event.type === 'team.created') {
      return { ...event.data, created_at: event.at, members: [], former: [] };
    }
    if (!before) throw new Error(`${event.stream}: ${event.type} before the team was created`);
    switch (event.type) {
      case 'member.added':
        return { ...before, members: [...before.members, event.data] };
      case 'member.removed': {
        const { id } = event.data;
        const members = before.members.filter((one) => one.id !== id);
        const left = before.members.filter((one) => one.id === id);
        return { ...before, members, former: [...before.former, ...left] };
      }
      default:
        return unreachable(event);
    }
  },
};

/** The key of a team's stream. Names that differ only in case are the same. */
export function teamKey(name: string): string {
  return streamKey(caseless(name));
}

import type { Redacted } from '../privacy/privacyFilter.js';
import { family, itself, type Last, SAME } from './family.js';
import type { Fact } from './recorded.js';

/** A project left the hive (paused), or takes part again (resumed). */
interface HiveProject {
  readonly project: Redacted;
}

/**
 * The name of a project that was paused or resumed was forgotten. Recording this erases the earlier events of its stream.
 * Whether it is paused stays, so that what is saved later under that name does not leave the vault.
 */
interface HiveProjectForgotten {
  readonly paused: boolean;
}

type HiveFact =
  | Fact<'hive.project_paused', HiveProject>
  | Fact<'hive.project_resumed', HiveProject>
  | Fact<'hive.project_forgotten', HiveProjectForgotten>;

/** Whether a project is paused whose stream ends with `last`. */
export function isPaused(last: Last<HiveFact>): boolean {
  if (last?.type === 'hive.project_forgotten') return last.data.paused;
  return last?.type === 'hive.project_paused';
}

/** `hive/<digest of the project>` folds to its last event: without one, the project takes part. */
export const hiveProject = family<Last<HiveFact>, HiveFact>('hive', {
  initial: undefined,
  folds: 'last',
  forgetAs: 'pauses',
  events: {
    'hive.project_paused': { texts: { project: 'key' }, fold: itself },
    'hive.project_resumed': { texts: { project: 'key' }, fold: itself },
    'hive.project_forgotten': { upcasts: [SAME], erases: 'stream', fold: itself },
  },
});

/** The owner of a hub issued a key to a member of the hive. The log holds only a hash of it. */
interface HiveKeyIssued {
  /** ULID of the member. */
  readonly id: string;
  readonly name: Redacted;
  /** SHA-256 of the secret part of the key, in hex. */
  readonly key_hash: string;
  /** SHA-256 of the part of the key that names are hashed with, in hex: the same for all members of a hive. */
  readonly names_hash: string;
  /** The vault that may use the key, see `Instance`; without it the first one that pushes. */
  readonly origin?: string | undefined;
}

/** A vault pushed with a key that had no origin yet. From then on, only this vault may use it. */
interface HiveKeyBound {
  readonly id: string;
  readonly origin: string;
}

/**
 * The key of a member was revoked. Its notes stay. With it goes the event that issued the key and holds the name of the
 * member, so that this says what has to be known of a revoked key: what refuses it, and which vault it was for.
 */
interface HiveKeyRevoked {
  readonly id: string;
  readonly key_hash: string;
  readonly origin?: string | undefined;
}

type HiveMemberFact =
  | Fact<'hive.key_issued', HiveKeyIssued>
  | Fact<'hive.key_bound', HiveKeyBound>
  | Fact<'hive.key_revoked', HiveKeyRevoked>;

/** A member of the hive that has this vault as its hub, with a key that is in force. */
export interface HiveMember extends HiveKeyIssued {
  /** Position of the event that issued the key, and its time in milliseconds since 1970. */
  readonly position: number;
  readonly created_at: number;
  readonly revoked: false;
}

/** What is left of a member whose key was revoked. */
interface FormerHiveMember extends HiveKeyRevoked {
  readonly revoked: true;
}

/** All members, in the order in which their keys were issued or revoked. */
export type HiveMembers = readonly (HiveMember | FormerHiveMember)[];

/** The key of the one stream. */
export const ALL_MEMBERS = 'all';

/**
 * `hivemember/all`: one stream for all members, so that two keys can never be bound to one origin. The owner of the hub
 * named the members, so they belong to no person; the name goes when the key is revoked.
 */
export const hiveMembers = family<HiveMembers, HiveMemberFact>('hivemember', {
  initial: [],
  folds: 'all',
  forgetAs: null,
  events: {
    'hive.key_issued': {
      texts: { name: 'text' },
      fold: (members, { data, position, at }) => [
        ...members,
        { ...data, position, created_at: at, revoked: false },
      ],
    },
    'hive.key_bound': {
      fold: (members, { data: { id, origin } }) =>
        members.map((member) => (member.id === id ? { ...member, origin } : member)),
    },
    'hive.key_revoked': {
      // The event that issued the key is erased in a replay, and still there at the time of the revocation.
      fold: (members, { data }) => [
        ...members.filter(({ id }) => id !== data.id),
        { ...data, revoked: true },
      ],
    },
  },
});

/** The members whose keys are in force. */
export function currentMembers(members: HiveMembers): readonly HiveMember[] {
  return members.filter((member) => !member.revoked);
}

/**
 * The member that an origin belongs to: the one whose key is bound to it, else one whose key was. An origin that once
 * belonged to a member is never free again.
 */
export function holderOf(members: HiveMembers, origin: string): HiveMembers[number] | undefined {
  const holders = members.filter((member) => member.origin === origin);
  return holders.find(({ revoked }) => !revoked) ?? holders.at(-1);
}

import { z } from 'zod';
import { Name, optional } from '../domain/fields.js';
import { Instance } from '../domain/hiveNames.js';
import { Rejection } from '../domain/rejection.js';
import {
  ALL_MEMBERS,
  currentMembers,
  type HiveMember,
  type HiveMembers,
  hiveMembers,
  hiveProject,
  holderOf,
} from '../events/hive.js';
import { projectStreamKey } from '../events/recorded.js';
import { command } from './command.js';

/**
 * Stops pushing a project's notes to the hive until it is resumed. Notes that were pushed before stay there. Every request
 * is recorded, even if the project is already paused, because the log documents all administration.
 */
export const pauseProject = projectCommand('pauseProject', 'hive.project_paused');

/**
 * Lets a paused project take part in the hive again. Notes from the pause are pushed, too. Every request is recorded, even
 * if the project already takes part.
 */
export const resumeProject = projectCommand('resumeProject', 'hive.project_resumed');

function projectCommand(name: string, type: 'hive.project_paused' | 'hive.project_resumed') {
  return command({
    name,
    redact: async (input: { project: string }, filter) => ({
      project: (await filter(input.project)).text,
    }),
    stream: hiveProject,
    streamKey: ({ project }) => projectStreamKey(project),
    decide: (_last, { project }) => [{ type, data: { project } }],
  });
}

/** The request of the owner of a hub to issue a key. */
export const IssueHiveKey = z
  .strictObject({
    name: Name.meta({ description: 'What the owner calls the member.', example: 'ada-laptop' }),
    origin: optional(Instance).meta({
      description:
        'The vault that may use the key. Without it, the key is bound to the first vault that pushes with it, unless ' +
        'that vault had a key before.',
    }),
  })
  .meta({ id: 'IssueHiveKey' });
export type IssueHiveKey = z.output<typeof IssueHiveKey>;

interface KeyToIssue extends IssueHiveKey {
  /** See `HiveKeyIssued`. */
  readonly key_hash: string;
  readonly names_hash: string;
}

/** Issues a key to a member of the hive. The log gets only hashes of its parts. */
export const issueHiveKey = command({
  name: 'issueHiveKey',
  redact: async (input: KeyToIssue, filter) => ({
    ...input,
    name: (await filter(input.name)).text,
  }),
  stream: hiveMembers,
  streamKey: () => ALL_MEMBERS,
  decide(members, input, { id }) {
    const { origin, names_hash } = input;
    const holder = origin === undefined ? undefined : holderOf(members, origin);
    if (holder && !holder.revoked) {
      throw new Rejection(
        'conflict',
        `origin: ${origin} belongs to the key of member ${holder.id}: revoke that one first`,
      );
    }
    if (currentMembers(members).some((member) => member.names_hash !== names_hash)) {
      throw new Rejection(
        'conflict',
        'the members of this hive hash names with another key, which comes from VAULT_HIVE_INGEST_KEY or token.secret: ' +
          'set it as it was when their keys were issued (VAULT_HIVE_SHARED_KEY=0 turns it off as a key), or revoke them all',
      );
    }
    return [{ type: 'hive.key_issued', data: { ...input, id } }];
  },
});

/** Binds the key of a member to the first origin that is pushed with it; rejected (`forbidden`) for any other origin. */
export const bindHiveKey = command({
  name: 'bindHiveKey',
  redact: async (input: { id: string; origin: string }) => input,
  stream: hiveMembers,
  streamKey: () => ALL_MEMBERS,
  decide(members, { id, origin }) {
    const member = currentMembers(members).find((one) => one.id === id);
    if (!member) throw revokedHiveKey();
    if (member.origin === origin) return [];
    if (member.origin !== undefined) {
      throw new Rejection(
        'forbidden',
        `origin: X-Hive-Key is bound to the vault ${member.origin} and cannot push for ${origin}: ask the owner of this hub ` +
          'for a key of your own',
      );
    }
    requireFree(members, origin);
    return [{ type: 'hive.key_bound', data: { id, origin } }];
  },
});

/** Throws `Rejection('forbidden')` for an origin that belongs to a member, even to one whose key was revoked. */
export function requireFree(members: HiveMembers, origin: string): void {
  const holder = holderOf(members, origin);
  if (!holder) return;
  const state = holder.revoked ? 'was bound to a key that was revoked' : 'is bound to another key';
  throw new Rejection(
    'forbidden',
    `origin: the vault ${origin} ${state}, that of member ${holder.id}: ask the owner of this hub for a key that is issued ` +
      'for this origin',
  );
}

/** The rejection of a key that is no longer in force. */
export function revokedHiveKey(): Rejection {
  return new Rejection(
    'invalid_hive_key',
    'X-Hive-Key was revoked: ask the owner of this hub for a new one',
  );
}

/** Revokes the key of a member of the hive and erases the name. What was received with the key stays. */
export const revokeHiveKey = command({
  name: 'revokeHiveKey',
  redact: async (input: { id: string }) => input,
  stream: hiveMembers,
  streamKey: () => ALL_MEMBERS,
  decide(members, { id }) {
    const { key_hash, origin } = memberOf(members, id);
    return [{ type: 'hive.key_revoked', data: { id, key_hash, origin } }];
  },
  erases: (members, { id }) => [memberOf(members, id).position],
});

function memberOf(members: HiveMembers, id: string): HiveMember {
  const member = currentMembers(members).find((one) => one.id === id);
  if (member) return member;
  throw new Rejection('not_found', 'there is no member of the hive with that id');
}

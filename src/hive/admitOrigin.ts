import { bindHiveKey, requireFree } from '../commands/bindHiveKey.js';
import type { Executor } from '../commands/executor.js';
import { Rejection } from '../domain/rejection.js';
import type { HiveMember, HiveMembers } from '../events/hiveMember.js';
import type { Meta } from '../events/recorded.js';

/** Who sends a request to a hub. */
export interface HiveSender {
  /** The member whose key came; undefined with the key that all members share. */
  readonly member: HiveMember | undefined;
  /** All members at the time of the request. */
  readonly members: HiveMembers;
}

/** The parts of a hub that decide who may push for which vault. */
export interface Gate {
  readonly executor: Executor;
  /** True when a vault sent a note that is kept here, or retracted one. */
  hasReceivedFrom(origin: string): Promise<boolean>;
}

/**
 * Checks that the sender may push notes of a vault, and binds a new key to it. Throws `Rejection('forbidden')` for the vault
 * of another member. With the shared key, only vaults that never had a key of their own are admitted. A key that was issued
 * for any vault is not bound to one whose notes came with the shared key: its holder could rewrite them.
 */
export async function admitOrigin(
  { executor, hasReceivedFrom }: Gate,
  { member, members }: HiveSender,
  origin: string,
  meta: Meta,
): Promise<void> {
  if (!member || member.origin === undefined) requireFree(members, origin);
  if (!member || member.origin === origin) return;
  if (member.origin === undefined && (await hasReceivedFrom(origin))) {
    throw sentWithSharedKey(origin);
  }
  await executor.execute(bindHiveKey, { id: member.id, origin }, { meta });
}

function sentWithSharedKey(origin: string): Rejection {
  return new Rejection(
    'forbidden',
    `origin: notes of the vault ${origin} came here with the key that all vaults shared: ask the owner of this hub for a key ` +
      'that is issued for this origin',
  );
}

/** The sender's name in the log. */
export function actorOfSender({ member }: HiveSender): string {
  return member ? `hive:${member.id}` : 'hive';
}

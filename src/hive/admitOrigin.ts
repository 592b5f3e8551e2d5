import { bindHiveKey, requireFree } from '../commands/bindHiveKey.js';
import type { Executor } from '../commands/executor.js';
import type { HiveMember, HiveMembers } from '../events/hiveMember.js';
import type { Meta } from '../events/recorded.js';

/** Who sends a request to a hub. */
export interface HiveSender {
  /** The member whose key came; undefined with the key that all members share. */
  readonly member: HiveMember | undefined;
  /** All members at the time of the request. */
  readonly members: HiveMembers;
}

/**
 * Checks that the sender may push notes of a vault, and binds a new key to it. Throws `Rejection('forbidden')` for the vault
 * of another member. With the shared key, only vaults that never had a key of their own are admitted.
 */
export async function admitOrigin(
  executor: Executor,
  { member, members }: HiveSender,
  origin: string,
  meta: Meta,
): Promise<void> {
  if (!member) requireFree(members, origin);
  else if (member.origin !== origin) {
    await executor.execute(bindHiveKey, { id: member.id, origin }, { meta });
  }
}

/** The sender's name in the log. */
export function actorOfSender({ member }: HiveSender): string {
  return member ? `hive:${member.id}` : 'hive';
}

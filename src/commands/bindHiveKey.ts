import { Rejection } from '../domain/rejection.js';
import {
  ALL_MEMBERS,
  currentMembers,
  type HiveMembers,
  hiveMembers,
  holderOf,
} from '../events/hiveMember.js';
import { command } from './command.js';

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

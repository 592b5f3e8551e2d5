import { Rejection } from '../domain/rejection.js';
import {
  ALL_MEMBERS,
  currentMembers,
  type HiveMember,
  type HiveMembers,
  hiveMembers,
} from '../events/hiveMember.js';
import { command } from './command.js';

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

import { Rejection } from '../domain/rejection.js';
import { ALL_MEMBERS, currentMembers, hiveMembers } from '../events/hiveMember.js';
import { command } from './command.js';

/** Revokes the key of a member of the hive. What was received with it stays. */
export const revokeHiveKey = command({
  name: 'revokeHiveKey',
  redact: async (input: { id: string }) => input,
  stream: hiveMembers,
  streamKey: () => ALL_MEMBERS,
  decide(members, { id }) {
    if (currentMembers(members).some((member) => member.id === id)) {
      return [{ type: 'hive.key_revoked', data: { id } }];
    }
    throw new Rejection('not_found', 'there is no member of the hive with that id');
  },
});

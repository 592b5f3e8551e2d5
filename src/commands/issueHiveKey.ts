import { z } from 'zod';
import { Instance } from '../domain/instance.js';
import { Rejection } from '../domain/rejection.js';
import { Name, optional } from '../domain/text.js';
import { ALL_MEMBERS, currentMembers, hiveMembers, holderOf } from '../events/hiveMember.js';
import { command } from './command.js';

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

interface Input extends IssueHiveKey {
  /** See `HiveKeyIssued`. */
  readonly key_hash: string;
  readonly names_hash: string;
}

/** Issues a key to a member of the hive. The log gets only hashes of its parts. */
export const issueHiveKey = command({
  name: 'issueHiveKey',
  redact: async (input: Input, filter) => ({ ...input, name: (await filter(input.name)).text }),
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

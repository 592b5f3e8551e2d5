import type { HiveKeyIssued, HiveMember } from '../events/hiveMember.js';
import { redaction } from '../events/redaction.js';
import { CURRENT_SCHEMA } from '../events/vaultEvent.js';
import { command } from './command.js';

/** Erases the name of a member whose key was revoked. The origin stays, so that no other key can be bound to it. */
export const forgetHiveMember = command({
  name: 'forgetHiveMember',
  async redact({ position, id, key_hash, names_hash, origin }: HiveMember, filter) {
    const { text: name } = await filter('[FORGOTTEN]');
    const data: HiveKeyIssued = { id, name, key_hash, names_hash, origin };
    return { position, data };
  },
  stream: redaction,
  streamKey: ({ position }) => String(position),
  decide(_last, { position, data }) {
    const type = 'hive.key_issued';
    return [
      { type: 'event.redacted', data: { position, type, schema: CURRENT_SCHEMA[type], data } },
    ];
  },
});

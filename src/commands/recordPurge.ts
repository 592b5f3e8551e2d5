import { purge, type VaultPurged } from '../events/purge.js';
import { command } from './command.js';

/** Records that the owner has observations forgotten, and how many they were. */
export const recordPurge = command({
  name: 'recordPurge',
  redact: async (input: VaultPurged & { dry_run?: true }) => input,
  // A retry finds fewer, or none: what was asked for is the same.
  identity: ({ filters, dry_run }) => ({ ...filters, dry_run }),
  stream: purge,
  streamKey: () => 'all',
  decide: (_last, { filters, matched }) => [{ type: 'vault.purged', data: { filters, matched } }],
});

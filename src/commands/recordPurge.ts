import { purge, type VaultPurged } from '../events/purge.js';
import { command } from './command.js';

/** Records a purge by the owner, and the number of observations that matched. */
export const recordPurge = command({
  name: 'recordPurge',
  redact: async (input: VaultPurged & { dry_run?: true }) => input,
  // Without `matched`: a retry finds fewer observations, or none, but the request is the same.
  identity: ({ filters, dry_run }) => ({ ...filters, dry_run }),
  stream: purge,
  streamKey: () => 'all',
  decide: (_last, { filters, matched }) => [{ type: 'vault.purged', data: { filters, matched } }],
});

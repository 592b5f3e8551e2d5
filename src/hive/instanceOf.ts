import type { StreamReads } from '../log/eventLog.js';

/**
 * What a vault is known by to others: 32 hex characters of the hash of its first event, which holds 32
 * random bytes and stays the same through restarts, backups and the loss of any other file. Empty for
 * an empty log.
 */
export async function instanceOf(log: Pick<StreamReads, 'hashAt'>): Promise<string> {
  return (await log.hashAt(1))?.toString('hex').slice(0, 32) ?? '';
}

import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The local id of a note that another vault calls `id`: the time of that ULID, then 80 bits of a digest of
 * instance and id. The same input always gives the same id, so a note that arrives twice is stored once, and
 * no sender can choose the id of a note from here or from another vault.
 */
export function receivedId(instance: string, id: string): string {
  const digest = createHash('sha256').update(`received/1 ${instance} ${id}`).digest();
  const letters = Array.from(digest.subarray(0, 16), (byte) => CROCKFORD[byte % 32]);
  return id.slice(0, 10) + letters.join('');
}

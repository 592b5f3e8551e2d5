import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The id here of a note that another vault calls `id`: the time of that ULID, and 80 bits of a digest of
 * both names. Always the same one, so that what arrives twice is one note, and nobody can take the id of
 * a note that was made here or came from elsewhere.
 */
export function receivedId(instance: string, id: string): string {
  const digest = createHash('sha256').update(`received/1 ${instance} ${id}`).digest();
  const letters = Array.from(digest.subarray(0, 16), (byte) => CROCKFORD[byte % 32]);
  return id.slice(0, 10) + letters.join('');
}

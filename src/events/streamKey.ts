import { createHash } from 'node:crypto';

/**
 * The key of a stream that belongs to a name: 32 hex characters of its SHA-256. Stream names are kept
 * for ever, and what a project or prompt is called may have to be forgotten.
 */
export function streamKey(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

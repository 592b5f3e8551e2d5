import { sha256Hex } from '../domain/sha256Hex.js';

/**
 * The key of a stream that belongs to a name: 32 hex characters of its SHA-256. Stream names are kept
 * for ever, and what a project or prompt is called may have to be forgotten.
 */
export function streamKey(name: string): string {
  return sha256Hex(name).slice(0, 32);
}

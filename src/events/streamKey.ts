import { sha256Hex } from '../domain/sha256Hex.js';

/**
 * The key of the stream of a project, prompt or team: the first 32 hex digits of the SHA-256 of its name. Stream names
 * are never erased, but the name itself may have to be.
 */
export function streamKey(name: string): string {
  return sha256Hex(name).slice(0, 32);
}

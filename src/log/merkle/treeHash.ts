import { sha256 } from '../../domain/sha256.js';

/** Root of the tree without leaves (RFC 6962 §2.1). */
export const EMPTY_ROOT = sha256('');

/** SHA-256(0x01 ‖ left ‖ right): a node of the tree (RFC 6962 §2.1). */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([NODE, left, right]));
}

const NODE = Buffer.of(1);

/** The size of the left subtree of a tree of 2 to 2^32 leaves: the largest power of two less than `size`. */
export function splitOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

/** True for a power of two: a subtree of that size never changes again. */
export function isPerfect(size: number): boolean {
  return size > 0 && (size === 1 || splitOf(size) * 2 === size);
}

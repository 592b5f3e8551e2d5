import { type Bytes, joined } from './bytes.js';
import { sha256 } from './sha256.js';

/** SHA-256(0x01 ‖ left ‖ right): a node of the tree (RFC 6962 §2.1). */
export function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(joined(NODE, left, right));
}

const NODE = Uint8Array.of(1);

/** Root of the tree without leaves (RFC 6962 §2.1). */
export function emptyRoot(): Promise<Bytes> {
  return sha256(new Uint8Array());
}

import { type Bytes, utf8 } from './bytes.js';
import { canonicalJson } from './canonicalJson.js';
import type { Envelope } from './readProof.js';
import { sha256 } from './sha256.js';

/** SHA-256(0x00 ‖ canonical envelope): the leaf of an event in the tree (RFC 6962 §2.1). */
export function leafHash(envelope: Envelope): Promise<Bytes> {
  return sha256(utf8(`\0${canonicalJson(envelope)}`));
}

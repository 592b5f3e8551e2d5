import type { Bytes } from './bytes.js';
import { subtleCrypto } from './subtleCrypto.js';

/** SHA-256, 32 bytes. Throws `Unproven` where the browser has no WebCrypto. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtleCrypto().digest('SHA-256', bytes));
}

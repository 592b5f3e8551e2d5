import { type Bytes, utf8 } from '../../src/proof/bytes.js';
import type { VerifierKey } from '../../src/proof/signedNote.js';
import { Unproven } from '../../src/proof/unproven.js';

/** The WebCrypto of this browser. Throws `Unproven` where a page has none. */
function subtleCrypto() {
  const { subtle } = globalThis.crypto;
  // The types say that it is always there, but browsers hide it from pages that came over plain HTTP.
  if (subtle !== undefined) return subtle;
  throw new Unproven(
    'this browser offers no cryptography to a page that came over plain HTTP from another machine: open the vault over ' +
      'HTTPS or as localhost, or check with memory-vault verify-proof',
    true,
  );
}

/** SHA-256, 32 bytes. Throws `Unproven` where the browser has no WebCrypto. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtleCrypto().digest('SHA-256', bytes));
}

/** Whether `key` made this signature (Ed25519) of a text. Throws `Unproven` where the browser cannot check it. */
export async function isSignedBy(
  key: VerifierKey,
  signature: Bytes,
  text: string,
): Promise<boolean> {
  const subtle = subtleCrypto();
  const imported = await subtle
    .importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
    .catch((error: unknown) => {
      throw unusable(error);
    });
  return subtle.verify('Ed25519', imported, signature, utf8(text));
}

function unusable(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotSupportedError') {
    return new Unproven(
      'this browser cannot check Ed25519 signatures: use Chrome or Edge 137, Firefox 129, Safari 17 or newer',
      true,
    );
  }
  return name === 'DataError' ? new Unproven('the public key is no point of Ed25519') : error;
}

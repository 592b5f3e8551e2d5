import { Unproven } from './unproven.js';

/** The WebCrypto of this browser. Throws `Unproven` where a page has none. */
export function subtleCrypto() {
  const { subtle } = globalThis.crypto;
  // The types say that it is always there, but browsers hide it from pages that came over plain HTTP.
  if (subtle !== undefined) return subtle;
  throw new Unproven(
    'this browser offers no cryptography to a page that came over plain HTTP from another machine: open the vault over ' +
      'HTTPS or as localhost, or check with memory-vault verify-proof',
    true,
  );
}

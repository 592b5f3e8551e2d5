import { createCipheriv, hash } from 'node:crypto';

// Fingerprints are kept encrypted with the salt of the payload that their request was answered with. Once that is
// erased, nobody can tell any more whether a text was what the request held, not even from a copy left in a file.

/** In place of the salt of a payload that is erased, or that never was. */
export const NO_SALT = Buffer.alloc(32);

/** Encrypts the fingerprint of the request that sent `key`; `salt` has 32 bytes. */
export function encryptFingerprint(fingerprint: string, key: string, salt: Buffer): Buffer {
  return cipher(Buffer.from(fingerprint), key, salt);
}

/** What `encryptFingerprint` was given. */
export function decryptFingerprint(encrypted: Buffer, key: string, salt: Buffer): string {
  return cipher(encrypted, key, salt).toString();
}

/** AES-256-CTR, its own inverse. The counter starts at a digest of `key`, which belongs to one request. */
function cipher(bytes: Buffer, key: string, salt: Buffer): Buffer {
  const counter = hash('sha256', `fingerprint/1\n${key}`, 'buffer').subarray(0, 16);
  return createCipheriv('aes-256-ctr', salt, counter).update(bytes);
}

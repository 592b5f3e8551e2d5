import { timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { tokenHash } from '../domain/token.js';
import { ensureSecret, readSecret } from './secretFile.js';

/** The owner's current key. */
export interface AdminKey {
  /** Compares in constant time. */
  matches(candidate: string): boolean;
  /** The same for the `tokenHash` of a candidate. */
  hasHash(hash: string): boolean;
  /** Called when either notices that the key was rotated. */
  onRotated: () => void;
}

/** The file of the owner's key, which is used unless a key is configured. */
export const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key');

/** The owner's key itself, for commands that send requests to a running service. */
export function ownersKey(dataDir: string, configured: string | undefined): string {
  return configured ?? readSecret(adminKeyFile(dataDir));
}

/**
 * The configured key, or else the one in `admin.key`, which is created (0600) on the first start. Each comparison checks
 * whether that file has changed, so that a rotation takes effect at once.
 */
export function adminKey(dataDir: string, configured: string | undefined): AdminKey {
  if (configured !== undefined) return keyWith(equals(configured));
  const file = adminKeyFile(dataDir);
  ensureSecret(file);
  let seen = stampOf(file);
  let current = equals(readSecret(file));
  const key = keyWith((hash) => {
    const stamp = stampOf(file);
    // Whoever has the key may still rescue what a service holds whose data directory is gone.
    if (stamp !== undefined && stamp !== seen) {
      seen = stamp;
      current = equals(readSecret(file));
      key.onRotated();
    }
    return current(hash);
  });
  return key;
}

function keyWith(hasHash: (hash: string) => boolean): AdminKey {
  return { hasHash, matches: (candidate) => hasHash(tokenHash(candidate)), onRotated: () => {} };
}

/** A value that changes when the file is replaced; undefined when there is none. */
function stampOf(file: string): string | undefined {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs}`;
}

/** Compares hashes, because `timingSafeEqual` needs equal lengths. */
function equals(key: string): (hash: string) => boolean {
  const expected = Buffer.from(tokenHash(key));
  return (hash) => timingSafeEqual(Buffer.from(hash), expected);
}

import { timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { tokenHash } from '../domain/token.js';
import { ensureSecret, readSecret } from './secretFile.js';

/** The owner's current key. */
export interface AdminKey {
  /** Compares in constant time. */
  matches(candidate: string): boolean;
  /** Called when `matches` notices that the key was rotated. */
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
  if (configured !== undefined) return { matches: equals(configured), onRotated: () => {} };
  const file = adminKeyFile(dataDir);
  ensureSecret(file);
  let seen = stampOf(file);
  let matches = equals(readSecret(file));
  const key: AdminKey = {
    onRotated: () => {},
    matches(candidate) {
      const stamp = stampOf(file);
      // Whoever has the key may still rescue what a service holds whose data directory is gone.
      if (stamp !== undefined && stamp !== seen) {
        seen = stamp;
        matches = equals(readSecret(file));
        key.onRotated();
      }
      return matches(candidate);
    },
  };
  return key;
}

/** A value that changes when the file is replaced; undefined when there is none. */
function stampOf(file: string): string | undefined {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs}`;
}

/** Compares hashes, because `timingSafeEqual` needs equal lengths. */
function equals(key: string): (candidate: string) => boolean {
  const expected = Buffer.from(tokenHash(key));
  return (candidate) => timingSafeEqual(Buffer.from(tokenHash(candidate)), expected);
}

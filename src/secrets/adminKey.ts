import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { tokenHash } from '../domain/token.js';
import { ensureSecret, readSecret } from './secretFile.js';

/** The owner's key, as it is now. */
export interface AdminKey {
  /** Compares in constant time. */
  matches(given: string): boolean;
  /** Called when the key turns out to have been rotated. */
  onRotated: () => void;
}

/** Where the owner's key is kept unless one is set. */
export const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key');

/** The owner's key itself, for who asks a running service in the owner's name. */
export function ownersKey(dataDir: string, configured: string | undefined): string {
  return configured ?? readSecret(adminKeyFile(dataDir));
}

/**
 * The key that was set, else the one in `admin.key`, made (0600) on first start. That file is looked at
 * each time, so that a rotated key holds at once and the old one no longer does.
 */
export function adminKey(dataDir: string, configured: string | undefined): AdminKey {
  if (configured !== undefined) return { matches: equals(configured), onRotated: () => {} };
  const file = adminKeyFile(dataDir);
  ensureSecret(file);
  let seen = stampOf(file);
  let matches = equals(readSecret(file));
  const key: AdminKey = {
    onRotated: () => {},
    matches(given) {
      const stamp = stampOf(file);
      if (stamp !== seen) {
        seen = stamp;
        matches = equals(readSecret(file));
        key.onRotated();
      }
      return matches(given);
    },
  };
  return key;
}

/** Another after every replacement. */
function stampOf(file: string): string {
  const { ino, mtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

/** Hashes have equal length, which the comparison in constant time needs. */
function equals(key: string): (given: string) => boolean {
  const expected = Buffer.from(tokenHash(key));
  return (given) => timingSafeEqual(Buffer.from(tokenHash(given)), expected);
}

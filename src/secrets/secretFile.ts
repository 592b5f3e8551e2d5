import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFileOnce } from '../files/makeFileOnce.js';
import { syncPath } from '../files/syncPath.js';

/** What can be sent in a header: a file of zeros, as a loss of power may leave, holds no secret. */
const USABLE = /^[\x20-\x7e]{16,}$/;

/** What no guessing reaches: 32 random bytes in hex, with a line feed as files of text have. */
const newSecret = () => `${randomBytes(32).toString('hex')}\n`;

/** Makes a secret (0600) where there is none yet. */
export function ensureSecret(file: string): void {
  if (!existsSync(file)) makeFileOnce(file, newSecret());
}

/** The secret in a file. Throws when it holds none. */
export function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (!USABLE.test(secret)) {
    throw new Error(`${file} does not hold a usable key: delete it and start the service again`);
  }
  return secret;
}

/** Puts another secret in the place of the one in a file: readers see the one or the other. */
export function replaceSecret(file: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, newSecret(), { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncPath(dirname(file));
}

import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { readOwnFile } from '../files/regularFile.js';
import { makeFileOnce, syncPath, writeFreshFile } from '../files/writeFile.js';

/** Printable ASCII, which a header can carry. A power failure may leave a file of zeros, which is no secret. */
const USABLE = /^[\x20-\x7e]{16,}$/;

/** 32 random bytes in hex, with the line feed of a text file. */
const newSecret = () => `${randomBytes(32).toString('hex')}\n`;

/** Creates a secret (0600) unless the file exists. */
export function ensureSecret(file: string): void {
  if (!existsSync(file)) makeFileOnce(file, newSecret());
}

/** The secret in a file of the vault. Throws when it has no usable secret, and what `readOwnFile` throws. */
export function readSecret(file: string): string {
  const secret = readOwnFile(file).trim();
  if (!USABLE.test(secret)) {
    throw new Diagnostic('key_unusable', `${file} has no usable key`, {
      file,
      next: 'delete it and start the service again, which makes a new one',
    });
  }
  return secret;
}

/** Replaces the secret in a file atomically: a reader gets the old or the new one. */
export function replaceSecret(file: string): void {
  const fresh = `${file}.new`;
  writeFreshFile(fresh, newSecret(), { flush: true });
  renameSync(fresh, file);
  syncPath(dirname(file));
}

/** A secret that a setting gives, and the file of the data directory from which everything reads it. */
interface ConfiguredSecret {
  readonly setting: string;
  readonly file: string;
  /** Undefined where the setting is not set: then the file alone counts. */
  readonly configured: string | undefined;
  /** What else has to be removed together with the file, as the rest of a sentence. */
  readonly together?: string;
}

/**
 * Writes a configured secret (0600) into its file, if there is none. Throws `secret_differs` when the file holds another one:
 * which of the two is meant, only the owner knows.
 */
export function keepConfigured({ setting, file, configured, together }: ConfiguredSecret): void {
  if (configured === undefined) return;
  if (!existsSync(file)) makeFileOnce(file, `${configured}\n`);
  if (readOwnFile(file).trim() === configured) return;
  throw new Diagnostic('secret_differs', `${setting} differs from the value in ${file}`, {
    file,
    setting,
    next: `if the setting is right, remove ${file}${together ?? ''}; otherwise correct the setting`,
  });
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { makeFileOnce } from '../files/makeFileOnce.js';
import { readOwnFile } from '../files/regularFile.js';
import {
  newSigningKey,
  readSigningKey,
  type SigningKey,
  type VerifierKey,
} from '../log/signedCheckpoint/noteKey.js';
import { keepConfigured } from '../secrets/keepConfigured.js';

const fileIn = (dataDir: string) => join(dataDir, 'checkpoint.key');

/**
 * Writes a configured key into `checkpoint.key`, from which everything reads it, if there is none. Throws `setting_wrong` for a
 * text that is no key, and what `keepConfigured` throws.
 */
export function keepCheckpointKey(dataDir: string, configured: string | undefined): void {
  if (configured === undefined) return;
  const setting = 'VAULT_CHECKPOINT_KEY';
  try {
    readSigningKey(configured);
  } catch (cause) {
    const message = `${setting} is not a key that signs checkpoints: copy the whole line of a checkpoint.key`;
    throw new Diagnostic('setting_wrong', message, { setting, cause });
  }
  const together = ' together with checkpoint.latest, which was signed with it';
  keepConfigured({ setting, file: fileIn(dataDir), configured, together });
}

/** The key that checkpoints are signed with, as the text in `checkpoint.key`, which is made (0600) on first use. */
export function checkpointKeyText(dataDir: string): string {
  const file = fileIn(dataDir);
  // The name is the origin of the log, and no other log may have the same.
  const name = `memory-vault/${randomBytes(8).toString('hex')}`;
  if (!existsSync(file)) makeFileOnce(file, `${newSigningKey(name)}\n`);
  return readOwnFile(file).trim();
}

/** The same, as a key. Throws `key_unusable` when the file holds none. */
export function checkpointKey(dataDir: string): SigningKey {
  const text = checkpointKeyText(dataDir);
  try {
    return readSigningKey(text);
  } catch (error) {
    const file = fileIn(dataDir);
    throw new Diagnostic('key_unusable', `${file} does not hold a usable key`, {
      file,
      cause: error,
    });
  }
}

/** The key that a vault signs with, for those who check. Throws when the vault has signed nothing yet. */
export function ownVerifierKey(dataDir: string): VerifierKey {
  if (existsSync(fileIn(dataDir))) return checkpointKey(dataDir);
  throw new Error(`${dataDir} has no checkpoint.key: give the public key of the signer with --key`);
}

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

/** The key that checkpoints are signed with: the one in `checkpoint.key`, made (0600) on first use. */
export function checkpointKey(dataDir: string): SigningKey {
  const file = join(dataDir, 'checkpoint.key');
  // The name is the origin of the log, and no other log may have the same.
  const name = `memory-vault/${randomBytes(8).toString('hex')}`;
  if (!existsSync(file)) makeFileOnce(file, `${newSigningKey(name)}\n`);
  const text = readOwnFile(file).trim();
  try {
    return readSigningKey(text);
  } catch (error) {
    throw new Diagnostic('key_unusable', `${file} does not hold a usable key`, {
      file,
      cause: error,
    });
  }
}

/** The key that a vault signs with, for those who check. Throws when the vault has signed nothing yet. */
export function ownVerifierKey(dataDir: string): VerifierKey {
  if (existsSync(join(dataDir, 'checkpoint.key'))) return checkpointKey(dataDir);
  throw new Error(`${dataDir} has no checkpoint.key: give the public key of the signer with --key`);
}

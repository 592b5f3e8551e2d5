import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileOnce } from '../files/makeFileOnce.js';
import { newSigningKey, readSigningKey, type SigningKey } from '../log/signedCheckpoint/noteKey.js';

/** The key that checkpoints are signed with: the one in `checkpoint.key`, made (0600) on first use. */
export function checkpointKey(dataDir: string): SigningKey {
  const file = join(dataDir, 'checkpoint.key');
  // The name is the origin of the log, which must be no other log's.
  const name = `memory-vault/${randomBytes(8).toString('hex')}`;
  if (!existsSync(file)) makeFileOnce(file, `${newSigningKey(name)}\n`);
  try {
    return readSigningKey(readFileSync(file, 'utf8').trim());
  } catch (error) {
    throw new Error(`${file} does not hold a usable key: put back the original file`, {
      cause: error,
    });
  }
}

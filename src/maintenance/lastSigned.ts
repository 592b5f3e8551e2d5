import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../files/regularFile.js';
import { formatVerifierKey } from '../log/signedCheckpoint/noteKey.js';
import { ownVerifierKey } from './checkpointKey.js';

/** A signed checkpoint, and the public key that it must be signed with. */
export interface SignedBy {
  readonly note: string;
  readonly key: string;
}

/** Where a vault keeps the last checkpoint that it signed. */
export const lastSignedFile = (dataDir: string) => join(dataDir, 'checkpoint.latest');

/** The last checkpoint that a vault signed, unchecked, with its key; undefined when there is none. Throws without a key. */
export function lastSigned(dataDir: string): SignedBy | undefined {
  const file = lastSignedFile(dataDir);
  if (!existsSync(file)) return undefined;
  return {
    note: readOwnFile(file),
    key: formatVerifierKey(ownVerifierKey(dataDir)),
  };
}

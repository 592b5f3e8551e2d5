import { fromBase64, toBase64 } from './bytes.js';
import type { VerifierKey } from './signedNote.js';
import type { Tree } from './treePaths.js';
import { Unproven } from './unproven.js';

/** What a checkpoint says of a log: the text that is signed, see https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint extends Tree {
  /** Name of the log. */
  readonly origin: string;
}

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads the text of a checkpoint; lines after the third are extensions and ignored. Throws `Unproven` when it is none. */
export function readCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', encoded = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = fromBase64(encoded);
  if (root?.length !== 32) {
    throw new Unproven(
      'this is not a checkpoint of a log: it needs the name of a log, a number and a hash',
    );
  }
  return { origin, size: Number(size), root };
}

/**
 * Reads the text of a checkpoint that `key` has signed. A key signs for the log of its own name only: what it says of another
 * one proves nothing. Throws `Unproven` for that, and when it is no checkpoint.
 */
export function ownCheckpoint(text: string, key: Pick<VerifierKey, 'name'>): Checkpoint {
  const checkpoint = readCheckpoint(text);
  if (checkpoint.origin === key.name) return checkpoint;
  throw new Unproven(`it is about ${checkpoint.origin}, but the key is that of ${key.name}`);
}

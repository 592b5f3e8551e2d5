import { fromBase64, toBase64 } from './base64.js';
import type { Tree } from './extendsTree.js';
import { checkSignature, readSignedNote } from './signedNote.js';
import { Unproven } from './unproven.js';
import type { VerifierKey } from './verifierKey.js';

/** What a checkpoint says of a log, see https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint extends Tree {
  /** Name of the log. */
  readonly origin: string;
}

/** A checkpoint as it is shown. */
export interface ShownCheckpoint {
  readonly origin: string;
  /** Number of events. */
  readonly size: number;
  /** Root of the tree over them, in base64. */
  readonly root: string;
}

/** Reads the text of a checkpoint; lines after the third are extensions and ignored. Throws `Unproven` when it is none. */
export function readCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', encoded = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = fromBase64(encoded);
  if (root?.length !== 32) {
    throw new Unproven('this is not a checkpoint: it needs the name of a log, a number and a hash');
  }
  return { origin, size: Number(size), root };
}

/** What a signed checkpoint says, whoever signed it. Throws `Unproven` when it is none. */
export function readUnchecked(note: string): Checkpoint {
  return readCheckpoint(readSignedNote(note).text);
}

/** What a checkpoint says that `key` has signed about its own log. Throws `Unproven` when it has not. */
export async function openCheckpoint(note: string, key: VerifierKey): Promise<Checkpoint> {
  const signed = readSignedNote(note);
  const checkpoint = readCheckpoint(signed.text);
  await checkSignature(signed, key);
  if (checkpoint.origin === key.name) return checkpoint;
  throw new Unproven(`it is about ${checkpoint.origin}, but the key is that of ${key.name}`);
}

/** A checkpoint as it is shown to people. */
export function shown({ origin, size, root }: Checkpoint): ShownCheckpoint {
  return { origin, size, root: toBase64(root) };
}

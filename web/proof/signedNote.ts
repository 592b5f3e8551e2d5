import { fromBase64 } from './base64.js';
import { type Bytes, hexOf, utf8 } from './bytes.js';
import { subtleCrypto } from './subtleCrypto.js';
import { Unproven } from './unproven.js';
import type { VerifierKey } from './verifierKey.js';

/** A note as https://c2sp.org/signed-note writes it, before any signature is checked. */
export interface SignedNote {
  /** What is signed; it ends in a line feed. */
  readonly text: string;
  readonly signatures: readonly Signature[];
}

interface Signature {
  readonly name: string;
  /** Of the key, in hex. */
  readonly id: string;
  readonly bytes: Bytes;
}

/** More than anybody has witnesses. It bounds the work. */
const MOST_SIGNATURES = 100;

/** Reads a note. Throws `Unproven` when it is none. */
export function readSignedNote(note: string): SignedNote {
  if (note.includes('\r')) {
    throw new Unproven('its lines end as on Windows: take the file as it was downloaded');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
  if (/[\0-\x09\x0b-\x1f\x7f]/.test(note)) {
    throw new Unproven('it holds control characters, which no signed note has');
  }
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '' || lines.length === 0) {
    throw new Unproven(
      'this is not a signed note: it needs a text, an empty line and signatures; a part of it may be missing',
    );
  }
  if (lines.length > MOST_SIGNATURES) {
    throw new Unproven(`it has more than ${MOST_SIGNATURES} signatures`);
  }
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) };
}

function readSignature(line: string): Signature {
  const [, name, encoded = ''] = /^— ([^+\s]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (name === undefined || bytes === undefined || bytes.length < 5) {
    const shown = line.length > 80 ? `${line.slice(0, 80)}…` : line;
    throw new Unproven(`this is not a signature line: ${shown}`);
  }
  return { name, id: hexOf(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}

/** Checks that `key` has signed the note; the signatures of other keys do not matter. Throws `Unproven` when it has not. */
export async function checkSignature(note: SignedNote, key: VerifierKey): Promise<void> {
  const ours = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  if (ours.length === 0) {
    const names = [...new Set(note.signatures.map(({ name }) => name))].join(', ');
    throw new Unproven(
      names === key.name
        ? `it was signed as ${names}, but with another key`
        : `it was signed by ${names}, not by ${key.name}`,
    );
  }
  for (const { bytes } of ours) {
    if (!(await isSignedBy(key, bytes, note.text))) {
      throw new Unproven(`the signature of ${key.name} does not match: it was changed or forged`);
    }
  }
}

async function isSignedBy(key: VerifierKey, signature: Bytes, text: string): Promise<boolean> {
  const subtle = subtleCrypto();
  const imported = await subtle
    .importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
    .catch((error: unknown) => {
      throw unusable(error);
    });
  return subtle.verify('Ed25519', imported, signature, utf8(text));
}

function unusable(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotSupportedError') {
    return new Unproven(
      'this browser cannot check Ed25519 signatures: take Chrome or Edge 137, Firefox 129, Safari 17 or newer',
      true,
    );
  }
  return name === 'DataError' ? new Unproven('the public key is no point of Ed25519') : error;
}

import { sign, verify } from 'node:crypto';
import type { SigningKey, VerifierKey } from './noteKey.js';

/** Signs a text that ends in a line feed, see https://c2sp.org/signed-note. */
export function signNote(text: string, key: SigningKey): string {
  const signature = sign(null, Buffer.from(text), key.privateKey);
  const encoded = Buffer.concat([key.id, signature]).toString('base64');
  return `${text}\n— ${key.name} ${encoded}\n`;
}

/**
 * The text of a note that `key` has signed. Ignores the signatures of other keys. Throws when the note is malformed, has
 * no signature of `key`, or the signature does not match.
 */
export function openNote(note: string, key: VerifierKey): string {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '' || lines.length === 0)
    throw new Error('this is not a signed note: it needs a text, an empty line and signatures');
  const text = note.slice(0, end + 1);
  const ours = lines
    .map(readSignature)
    .filter(({ name, bytes }) => name === key.name && key.id.equals(bytes.subarray(0, 4)));
  if (ours.length === 0)
    throw new Error(
      `the note has no signature of ${key.name} with this key: was another key meant (--key)?`,
    );
  for (const { bytes } of ours) {
    if (!verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4))) {
      throw new Error(
        `the signature of ${key.name} does not match the note: it was changed or forged`,
      );
    }
  }
  return text;
}

function readSignature(line: string): { name: string; bytes: Buffer } {
  const [, name, encoded = ''] = /^— ([^+\s]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (name === undefined || bytes.length < 5)
    throw new Error(`this is not a signature line: ${line}`);
  return { name, bytes };
}

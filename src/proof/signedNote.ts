import { type Bytes, fromBase64, hexOf, joined, toBase64, utf8 } from './bytes.js';
import { Unproven } from './unproven.js';

/** The public key of a signer of notes, see https://c2sp.org/signed-note. */
export interface VerifierKey {
  readonly name: string;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), in hex. */
  readonly id: string;
  readonly publicKey: Bytes;
}

/** The first byte of a key says what it is for; 1 is Ed25519, the only kind that is made and accepted here. */
const ED25519 = Uint8Array.of(1);

/**
 * The parts of `name+id+key`, with or without a line feed behind it; undefined for any other text. Its id is not checked: it
 * has to be that of `hashedForId`.
 */
export function keyParts(text: string): VerifierKey | undefined {
  const [, name = '', id = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes?.length === 33 && bytes[0] === ED25519[0]
    ? { name, id, publicKey: bytes.subarray(1) }
    : undefined;
}

/** The text of a key: of a public one, or of the private one to it. */
export const keyText = ({ name, id }: VerifierKey, key: Uint8Array) =>
  `${name}+${id}+${toBase64(joined(ED25519, key))}`;

/** The bytes whose SHA-256 begins with the id of a key. */
export const hashedForId = ({ name, publicKey }: Omit<VerifierKey, 'id'>) =>
  joined(utf8(`${name}\n`), ED25519, publicKey);

/** The id of a key, from that hash. */
export const keyId = (digest: Uint8Array) => hexOf(digest.subarray(0, 4));

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

/** The signatures that name this key. Those of other keys do not matter. */
export const signaturesOf = (key: VerifierKey, { signatures }: SignedNote) =>
  signatures.filter(({ name, id }) => name === key.name && id === key.id);

import { type Bytes, fromBase64, hexOf, joined, toBase64, utf8 } from './bytes.js';
import { Unproven } from './unproven.js';

/** The public key of a signer of notes, see https://c2sp.org/signed-note. */
export interface VerifierKey {
  readonly name: string;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), in hex. */
  readonly id: string;
  readonly publicKey: Bytes;
}

/** The first byte of a key says what it is for: 1 signs notes, 4 cosigns the checkpoints of others, both with Ed25519. */
export type KeyKind = 1 | 4;

/**
 * The parts of `name+id+key`, with or without a line feed behind it; undefined for any other text. Its id is not checked: it
 * has to be that of `hashedForId`.
 */
export function keyParts(text: string, kind: KeyKind = 1): VerifierKey | undefined {
  const [, name = '', id = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes?.length === 33 && bytes[0] === kind
    ? { name, id, publicKey: bytes.subarray(1) }
    : undefined;
}

/** The text of a key: of a public one, or of the private one to it. */
export const keyText = ({ name, id }: VerifierKey, key: Uint8Array, kind: KeyKind = 1) =>
  `${name}+${id}+${toBase64(joined(Uint8Array.of(kind), key))}`;

/** The bytes whose SHA-256 begins with the id of a key. */
export const hashedForId = ({ name, publicKey }: Omit<VerifierKey, 'id'>, kind: KeyKind = 1) =>
  joined(utf8(`${name}\n`), Uint8Array.of(kind), publicKey);

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
    throw new Unproven('its lines end as on Windows: use the file as you downloaded it');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
  if (/[\0-\x09\x0b-\x1f\x7f]/.test(note)) {
    throw new Unproven('it has control characters, which a signed note must not have');
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

/** What a witness says of a checkpoint: at `at`, in seconds since 1970, it was the largest that it had seen of this log. */
export interface Cosignature {
  readonly at: number;
  /** What the witness has signed. */
  readonly message: Bytes;
  readonly signature: Bytes;
}

/** The bytes that a witness signs, see https://c2sp.org/tlog-cosignature. */
export const cosignedMessage = (checkpoint: string, at: number): Bytes =>
  utf8(`cosignature/v1\ntime ${at}\n${checkpoint}`);

/** The bytes of a signature line behind the id of the key: when, then the signature. */
export function timedSignature(at: number, signature: Uint8Array): Bytes {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  return joined(time, signature);
}

/** What `key` says in a note, unchecked: its lines that have the length of an Ed25519 cosignature. */
export function cosignaturesOf(key: VerifierKey, note: SignedNote): readonly Cosignature[] {
  return signaturesOf(key, note).flatMap(({ bytes }) => {
    if (bytes.length !== 72) return [];
    const at = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
    return [{ at, message: cosignedMessage(note.text, at), signature: bytes.slice(8) }];
  });
}

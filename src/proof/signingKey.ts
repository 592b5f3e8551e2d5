import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { type Bytes, joined, toBase64 } from './bytes.js';
import {
  cosignaturesOf,
  cosignedMessage,
  hashedForId,
  type KeyKind,
  keyId,
  keyParts,
  keyText,
  readSignedNote,
  signaturesOf,
  timedSignature,
  type VerifierKey,
} from './signedNote.js';

// The page does not load this file: it checks signatures with WebCrypto and makes none.

/** A key that signs notes. */
export interface SigningKey extends VerifierKey {
  readonly privateKey: KeyObject;
}

/** Signs a text that ends in a line feed, see https://c2sp.org/signed-note. */
export function signNote(text: string, key: SigningKey): string {
  const signature = sign(null, Buffer.from(text), key.privateKey);
  const encoded = toBase64(joined(Buffer.from(key.id, 'hex'), signature));
  return `${text}\n— ${key.name} ${encoded}\n`;
}

/**
 * The text of a note that `key` has signed. Ignores the signatures of other keys. Throws when the note is malformed, has
 * no signature of `key`, or the signature does not match.
 */
export function openNote(note: string, key: VerifierKey): string {
  const signed = readSignedNote(note);
  const ours = signaturesOf(key, signed);
  if (ours.length === 0)
    throw new Error(
      `the note has no signature of ${key.name} with this key: was another key meant (--key)?`,
    );
  const publicKey = keyObject(key);
  for (const { bytes } of ours)
    if (!verify(null, Buffer.from(signed.text), publicKey, bytes))
      throw new Error(
        `the signature of ${key.name} does not match the note: it was changed or forged`,
      );
  return signed.text;
}

function keyObject({ publicKey }: VerifierKey): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** The same key as a cosigner of the checkpoints of others, see https://c2sp.org/tlog-cosignature. */
export const cosignerOf = ({ name, publicKey }: VerifierKey): VerifierKey =>
  verifierKey(name, publicKey, COSIGNER);

const COSIGNER = 4;

/** The public key of a cosigner as `name+id+key`. */
export const formatCosignerKey = (key: VerifierKey): string =>
  keyText(cosignerOf(key), key.publicKey, COSIGNER);

/** Parses the public key of a cosigner. Throws on anything else. */
export function readCosignerKey(text: string): VerifierKey {
  const read = keyParts(text, COSIGNER);
  if (read && cosignerOf(read).id === read.id) return read;
  throw new Error(
    'this is not an Ed25519 key of a witness: memory-vault checkpoint --witness-key prints one',
  );
}

/** The line in which `key` cosigns the text of a checkpoint at `at`, in seconds since 1970. */
export function cosign(text: string, key: SigningKey, at: number): string {
  const signature = sign(null, cosignedMessage(text, at), key.privateKey);
  return cosignatureLine(cosignerOf(key), at, signature);
}

function cosignatureLine({ name, id }: VerifierKey, at: number, signature: Uint8Array): string {
  const bytes = joined(Buffer.from(id, 'hex'), timedSignature(at, signature));
  return `— ${name} ${toBase64(bytes)}\n`;
}

/** The end of the year 9999, in seconds since 1970: what is later is no time. */
const LAST_TIME = 253_402_300_799;

/**
 * When `key` cosigned this note, in seconds since 1970, and its line; undefined when it did not, or what it signed is another text.
 * Throws `Unproven` when it is no note.
 */
export function cosignatureOf(
  note: string,
  key: VerifierKey,
): { readonly at: number; readonly line: string } | undefined {
  const found = cosignaturesOf(key, readSignedNote(note)).find(
    ({ at, message, signature }) =>
      at > 0 && at <= LAST_TIME && verify(null, message, keyObject(key), signature),
  );
  return found && { at: found.at, line: cosignatureLine(key, found.at, found.signature) };
}

/** The bytes before the seed in the DER form of a private Ed25519 key (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new key, as `PRIVATE+KEY+name+id+key`, the form that Go's `sumdb/note` reads. */
export function newSigningKey(name: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  return `PRIVATE+KEY+${keyText(verifierKey(name, publicKeyOf(privateKey)), seed)}`;
}

/** Parses a key in the form of `newSigningKey`. Throws on anything else. */
export function readSigningKey(text: string): SigningKey {
  const [, parts = ''] = /^PRIVATE\+KEY\+(\S+)$/.exec(text) ?? [];
  const read = keyParts(parts);
  if (!read) throw notAKey();
  const der = Buffer.concat([PKCS8, read.publicKey]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = verifierKey(read.name, publicKeyOf(privateKey));
  if (key.id !== read.id) throw notAKey();
  return { ...key, privateKey };
}

/** The public key as `name+id+key`, for verifiers. */
export const formatVerifierKey = (key: VerifierKey): string => keyText(key, key.publicKey);

/** Parses `name+id+key`. Throws on anything else. */
export function readVerifierKey(text: string): VerifierKey {
  const read = keyParts(text);
  if (!read || verifierKey(read.name, read.publicKey).id !== read.id) throw notAKey();
  return read;
}

function verifierKey(name: string, publicKey: Bytes, kind: KeyKind = 1): VerifierKey {
  const id = keyId(hash('sha256', hashedForId({ name, publicKey }, kind), 'buffer'));
  return { name, id, publicKey };
}

function publicKeyOf(privateKey: KeyObject): Bytes {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Uint8Array.from(Buffer.from(x, 'base64url'));
}

function notAKey(): Error {
  return new Error(
    'this is not an Ed25519 key for signed notes: memory-vault checkpoint --public-key prints one',
  );
}

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { sha256 } from '../../domain/hash.js';

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

/** The public key of a signer of notes, see https://c2sp.org/signed-note. */
export interface VerifierKey {
  readonly name: string;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
  readonly id: Buffer;
  readonly publicKey: KeyObject;
}

/** A key that signs notes. */
export interface SigningKey extends VerifierKey {
  readonly privateKey: KeyObject;
}

/** The signature type Ed25519, the only one that is created and accepted here. */
const ED25519 = Buffer.of(1);

/** The bytes before the seed in the DER form of a private Ed25519 key (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new key, as `PRIVATE+KEY+name+id+key`, the form that Go's `sumdb/note` reads. */
export function newSigningKey(name: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  return `PRIVATE+KEY+${keyText(name, rawPublicKey(privateKey), seed)}`;
}

/** Parses a key in the form of `newSigningKey`. Throws on anything else. */
export function readSigningKey(text: string): SigningKey {
  const [, name = '', id = '', encoded = ''] =
    /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const seed = keyBytes(encoded);
  const key = Buffer.concat([PKCS8, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { ...verifierKey(name, id, rawPublicKey(privateKey)), privateKey };
}

/** The public key as `name+id+key`, for verifiers. */
export function formatVerifierKey({ name, publicKey }: VerifierKey): string {
  const raw = rawPublicKey(publicKey);
  return keyText(name, raw, raw);
}

/** Parses `name+id+key`. Throws on anything else. */
export function readVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  return verifierKey(name, id, keyBytes(encoded));
}

function verifierKey(name: string, id: string, raw: Buffer): VerifierKey {
  const expected = keyId(name, raw);
  if (expected.toString('hex') !== id) throw notAKey();
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return { name, id: expected, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

function keyText(name: string, publicKey: Buffer, key: Buffer): string {
  const encoded = Buffer.concat([ED25519, key]).toString('base64');
  return `${name}+${keyId(name, publicKey).toString('hex')}+${encoded}`;
}

function keyId(name: string, publicKey: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey])).subarray(0, 4);
}

function keyBytes(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64');
  const exact = bytes.length === 33 && bytes[0] === 1 && bytes.toString('base64') === encoded;
  if (!exact) throw notAKey();
  return bytes.subarray(1);
}

function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function notAKey(): Error {
  return new Error(
    'this is not an Ed25519 key for signed notes: memory-vault checkpoint --public-key prints one',
  );
}

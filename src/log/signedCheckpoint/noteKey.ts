import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { sha256 } from '../../domain/sha256.js';

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

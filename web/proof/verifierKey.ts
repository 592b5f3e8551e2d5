import { fromBase64 } from './base64.js';
import { type Bytes, hexOf, joined, utf8 } from './bytes.js';
import { sha256 } from './sha256.js';
import { Unproven } from './unproven.js';

/** The public key of a signer of notes, see https://c2sp.org/signed-note. */
export interface VerifierKey {
  readonly name: string;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), in hex. */
  readonly id: string;
  readonly publicKey: Bytes;
}

/** The first byte of a key says what it is for; 1 is Ed25519. */
const ED25519 = 1;

/** Reads `name+id+key`, with or without a line feed behind it. Throws `Unproven` for anything else. */
export async function readVerifierKey(text: string): Promise<VerifierKey> {
  const [, name = '', id = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ED25519) throw notAKey();
  const digest = await sha256(joined(utf8(`${name}\n`), bytes));
  if (hexOf(digest.subarray(0, 4)) !== id) throw notAKey();
  return { name, id, publicKey: bytes.subarray(1) };
}

function notAKey(): Unproven {
  return new Unproven(
    'this is not a public key for checkpoints: memory-vault checkpoint --public-key prints one, such as ' +
      'memory-vault/5d41402abc4b2a76+1a2b3c4d+AbCd…',
  );
}

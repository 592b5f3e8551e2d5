import type { components } from 'memory-vault-client';
import { areEqual, toBase64 } from '../../src/proof/bytes.js';
import { type Checkpoint, ownCheckpoint, readCheckpoint } from '../../src/proof/checkpoint.js';
import {
  proveInclusion,
  readConsistencyProof,
  readInclusionProof,
} from '../../src/proof/claims.js';
import {
  hashedForId,
  keyId,
  keyParts,
  readSignedNote,
  type SignedNote,
  signaturesOf,
  type VerifierKey,
} from '../../src/proof/signedNote.js';
import { extendsTree, type Tree } from '../../src/proof/treePaths.js';
import { Unproven } from '../../src/proof/unproven.js';
import { isSignedBy, sha256 } from './webCrypto.js';

type InclusionProof = components['schemas']['InclusionProof'];
type ConsistencyProof = components['schemas']['ConsistencyProof'];

/** What a check came to. With `unable`, nothing was found wrong: it could not be checked here. */
export type Refuted = { readonly ok: false; readonly why: string; readonly unable?: true };

/** The verdict about a failed check. Throws on what is a fault of this program. */
export function refuted(error: unknown): Refuted {
  if (!(error instanceof Unproven)) throw error;
  return { ok: false, why: error.message, ...(error.unable && { unable: true as const }) };
}

/** A checkpoint as it is shown. */
export interface ShownCheckpoint {
  readonly origin: string;
  /** Number of events. */
  readonly size: number;
  /** Root of the tree over them, in base64. */
  readonly root: string;
}

/** A checkpoint as it is shown to people. */
export function shown({ origin, size, root }: Checkpoint): ShownCheckpoint {
  return { origin, size, root: toBase64(root) };
}

/** Reads `name+id+key`, with or without a line feed behind it. Throws `Unproven` for anything else. */
export async function readVerifierKey(text: string): Promise<VerifierKey> {
  const key = keyParts(text);
  if (key && keyId(await sha256(hashedForId(key))) === key.id) return key;
  throw new Unproven(
    'this is not a public key for checkpoints: memory-vault checkpoint --public-key prints one, such as ' +
      'memory-vault/5d41402abc4b2a76+1a2b3c4d+AbCd…',
  );
}

/** What a signed checkpoint says, whoever signed it. Throws `Unproven` when it is none. */
export function readUnchecked(note: string): Checkpoint {
  return readCheckpoint(readSignedNote(note).text);
}

/** What a checkpoint says that `key` has signed about its own log. Throws `Unproven` when it has not. */
export async function openCheckpoint(note: string, key: VerifierKey): Promise<Checkpoint> {
  const signed = readSignedNote(note);
  await checkSignature(signed, key);
  return ownCheckpoint(signed.text, key);
}

async function checkSignature(note: SignedNote, key: VerifierKey): Promise<void> {
  const ours = signaturesOf(key, note);
  if (ours.length === 0) {
    const names = [...new Set(note.signatures.map(({ name }) => name))].join(', ');
    throw new Unproven(
      names === key.name
        ? `it was signed as ${names}, but with another key`
        : `it was signed by ${names}, not by ${key.name}`,
    );
  }
  for (const { bytes } of ours) {
    if (!(await isSignedBy(key, bytes, note.text)))
      throw new Unproven(`the signature of ${key.name} does not match: it was changed or forged`);
  }
}

/** Which event a proof has to be about: whatever is known of it. */
export interface EventPlace
  extends Pick<InclusionProof['envelope'], 'stream' | 'version'>,
    Partial<Pick<InclusionProof['envelope'], 'position' | 'id' | 'type'>> {}

const PLACE = ['stream', 'version', 'position', 'id', 'type'] as const;

/** A true proof about another event would prove nothing. */
export const isAbout = ({ envelope }: { readonly envelope: EventPlace }, place: EventPlace) =>
  PLACE.every((name) => place[name] === undefined || envelope[name] === place[name]);

/** Whether an event is in the log that a checkpoint was signed for. */
export type InclusionVerdict =
  | { readonly ok: true; readonly checkpoint: ShownCheckpoint }
  | Refuted;

/**
 * Checks in this browser that the event of a proof is in the log: its leaf is made from the envelope that is shown, the
 * path leads from it to the root, and size and root are those of `checkpoint`, which `key` (`name+id+key`) has signed.
 * Ask for the proof with the `tree_size` of the checkpoint. Nothing of what the service says is believed.
 */
export async function verifyInclusion(
  proof: InclusionProof,
  checkpoint: string,
  key: string,
): Promise<InclusionVerdict> {
  try {
    const signed = await openCheckpoint(checkpoint, await readVerifierKey(key));
    const claim = readInclusionProof(proof);
    if (claim.tree.size !== signed.size) {
      throw new Unproven(
        `the proof is about ${claim.tree.size} events, the checkpoint about ${signed.size}`,
      );
    }
    if (!areEqual(claim.tree.root, signed.root)) {
      throw new Unproven('the root of the proof is not the one in the checkpoint');
    }
    await proveInclusion(claim, sha256);
    return { ok: true, checkpoint: shown(signed) };
  } catch (error) {
    return refuted(error);
  }
}

/** Whether a log only grew between two checkpoints. */
type ConsistencyVerdict = { readonly ok: true } | Refuted;

/**
 * Checks in this browser that the log of `newer` begins with all events of `older`, unchanged. The signatures of both have
 * been checked before (`openCheckpoint`). Nothing of what the service says is believed.
 */
export async function verifyConsistency(
  proof: ConsistencyProof,
  older: Checkpoint,
  newer: Checkpoint,
): Promise<ConsistencyVerdict> {
  try {
    if (older.origin !== newer.origin) {
      throw new Unproven(`these are two logs: ${older.origin} and ${newer.origin}`);
    }
    const claim = readConsistencyProof(proof);
    mustBeSame(claim.older, older, 'earlier');
    mustBeSame(claim.newer, newer, 'current');
    if (await extendsTree(older, newer, claim.path, sha256)) return { ok: true };
    throw new Unproven(
      `the proof does not lead from the ${older.size} events of the earlier checkpoint to those of today: the log was changed`,
    );
  } catch (error) {
    return refuted(error);
  }
}

function mustBeSame(claimed: Tree, signed: Tree, which: string): void {
  if (claimed.size !== signed.size) {
    throw new Unproven(
      `the proof is about ${claimed.size} events, the ${which} checkpoint about ${signed.size}`,
    );
  }
  if (!areEqual(claimed.root, signed.root)) {
    throw new Unproven(
      `the first ${signed.size} events differ from those of the ${which} checkpoint: the log was changed, or it is another log`,
    );
  }
}

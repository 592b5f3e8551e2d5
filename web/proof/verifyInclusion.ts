import type { components } from 'memory-vault-client';
import { areEqual } from './bytes.js';
import { openCheckpoint, type ShownCheckpoint, shown } from './checkpoint.js';
import { includesLeaf } from './includesLeaf.js';
import { leafHash } from './leafHash.js';
import { readInclusionProof } from './readProof.js';
import { type Refuted, refuted, Unproven } from './unproven.js';
import { readVerifierKey } from './verifierKey.js';

type InclusionProof = components['schemas']['InclusionProof'];

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
    const { index, leaf, tree, path, envelope } = readInclusionProof(proof);
    if (tree.size !== signed.size) {
      throw new Unproven(
        `the proof is about ${tree.size} events, the checkpoint about ${signed.size}`,
      );
    }
    if (!areEqual(tree.root, signed.root)) {
      throw new Unproven('the root of the proof is not the one in the checkpoint');
    }
    if (envelope.position !== index + 1 || !areEqual(await leafHash(envelope), leaf)) {
      throw new Unproven('the event does not match its leaf: what is shown was changed');
    }
    if (!(await includesLeaf({ index, leaf, ...tree }, path))) {
      throw new Unproven('the path does not lead from the event to the root');
    }
    return { ok: true, checkpoint: shown(signed) };
  } catch (error) {
    return refuted(error);
  }
}

import type { components } from 'memory-vault-client';
import { areEqual } from './bytes.js';
import type { Checkpoint } from './checkpoint.js';
import { extendsTree, type Tree } from './extendsTree.js';
import { readConsistencyProof } from './readProof.js';
import { type Refuted, refuted, Unproven } from './unproven.js';

type ConsistencyProof = components['schemas']['ConsistencyProof'];

/** Whether a log only grew between two checkpoints. */
export type ConsistencyVerdict = { readonly ok: true } | Refuted;

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
    if (await extendsTree(older, newer, claim.path)) return { ok: true };
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

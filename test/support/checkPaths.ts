import { hash } from 'node:crypto';
import type { Sha256 } from '../../src/proof/bytes.js';
import { extendsTree, includesLeaf } from '../../src/proof/treePaths.js';

/** SHA-256 for the checks of `src/proof`. */
export const sha256: Sha256 = (bytes) => Uint8Array.from(hash('sha256', bytes, 'buffer'));

/** Whether `proof` shows that `leaf` is at `index` in the tree of `size`. */
export const verifyInclusion = (
  { index, size, leaf }: { index: number; size: number; leaf: Uint8Array },
  proof: readonly Uint8Array[],
  root: Uint8Array,
) => includesLeaf({ index, size, leaf, root }, proof, sha256);

/** Whether `proof` shows that the tree of `to` leaves begins with that of `from`. */
export const verifyConsistency = (
  { from, to }: { from: number; to: number },
  proof: readonly Uint8Array[],
  oldRoot: Uint8Array,
  newRoot: Uint8Array,
) => extendsTree({ size: from, root: oldRoot }, { size: to, root: newRoot }, proof, sha256);

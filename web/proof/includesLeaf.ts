import { areEqual, type Bytes } from './bytes.js';
import { nodeHash } from './treeHash.js';
import { half, isOdd } from './treePlace.js';

/** A leaf, counted from 0, in the tree of `size` leaves with that root. */
export interface LeafClaim {
  readonly index: number;
  readonly size: number;
  readonly leaf: Bytes;
  readonly root: Bytes;
}

/** True when `path` shows that the leaf is at its index in the tree (RFC 9162 §2.1.3.2). */
export async function includesLeaf(
  { index, size, leaf, root }: LeafClaim,
  path: readonly Bytes[],
): Promise<boolean> {
  let [place, last, hash] = [index, size - 1, leaf];
  if (place < 0 || place > last) return false;
  for (const node of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = await nodeHash(node, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = await nodeHash(hash, node);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areEqual(hash, root);
}

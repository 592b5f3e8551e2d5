import { EMPTY_ROOT, nodeHash } from './treeHash.js';

/**
 * An empty Merkle tree, to which leaves are added. It keeps at most one hash for each bit of its size; adding n leaves
 * computes at most n − 1 hashes.
 */
export function growingTree() {
  /** Roots of the perfect subtrees that make up the tree, the largest first. */
  const peaks: Buffer[] = [];
  let size = 0;
  return {
    get size(): number {
      return size;
    },
    add(leaf: Buffer): void {
      let hash = leaf;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        hash = nodeHash(peaks.pop() ?? hash, hash);
      }
      peaks.push(hash);
      size += 1;
    },
    /** Root over all leaves added so far (RFC 6962 §2.1). */
    root(): Buffer {
      const [last = EMPTY_ROOT, ...larger] = peaks.toReversed();
      return larger.reduce((right, left) => nodeHash(left, right), last);
    },
  };
}

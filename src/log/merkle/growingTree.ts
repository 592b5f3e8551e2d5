import { EMPTY_ROOT, nodeHash } from './treeHash.js';

/** A Merkle tree to which leaves are added. It keeps at most one hash for each bit of its size. */
export interface GrowingTree {
  readonly size: number;
  add(leaf: Buffer): void;
  /** Root over all leaves added so far (RFC 6962 §2.1). */
  root(): Buffer;
}

/** An empty tree. Adding n leaves computes at most n − 1 hashes. */
export function growingTree(): GrowingTree {
  /** Roots of the perfect subtrees that make up the tree, the largest first. */
  const peaks: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(leaf) {
      let hash = leaf;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        hash = nodeHash(peaks.pop() ?? hash, hash);
      }
      peaks.push(hash);
      size += 1;
    },
    root() {
      const [last = EMPTY_ROOT, ...larger] = peaks.toReversed();
      return larger.reduce((right, left) => nodeHash(left, right), last);
    },
  };
}

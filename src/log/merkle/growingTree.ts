import { EMPTY_ROOT, nodeHash } from './treeHash.js';

/** A tree that leaves are added to, kept as one hash for each bit of its size. */
export interface GrowingTree {
  readonly size: number;
  add(leaf: Buffer): void;
  /** Root over all leaves added so far (RFC 6962 §2.1). */
  root(): Buffer;
}

/** An empty tree. Adding n leaves takes n − 1 hashes at most, and no memory to speak of. */
export function growingTree(): GrowingTree {
  /** Roots of the perfect subtrees that it falls into, the largest first. */
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { growingTree } from './growingTree.js';
import { consistencyRanges, inclusionRanges, type Range } from './proofRanges.js';
import { isPerfect, nodeHash, splitOf } from './treeHash.js';

/** Number of leaves of the smallest subtree whose root is cached. */
const TILE = 64;

/**
 * Roots and proofs (RFC 6962) over an append-only list of leaves, which are counted from 0. Roots of perfect subtrees of at least 64 leaves never change and are
 * cached: about 6 MB for a million leaves. Smaller subtrees are hashed again each time, at most two tiles per proof. The
 * first call reads all leaves, one tile per turn of the event loop.
 */
export function logTree(readLeaves: (range: Range) => Promise<readonly Buffer[]>) {
  const cache = new Map<string, Promise<Buffer>>();

  async function rootOf(range: Range): Promise<Buffer> {
    const size = range.to - range.from;
    if (size < TILE || !isPerfect(size)) return compute(range);
    const key = `${range.from} ${range.to}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const root = compute(range);
    cache.set(key, root);
    root.catch(() => cache.delete(key));
    return root;
  }

  async function compute({ from, to }: Range): Promise<Buffer> {
    if (to - from <= TILE) {
      await nextTurn();
      const tree = growingTree();
      for (const leaf of await readLeaves({ from, to })) tree.add(leaf);
      if (tree.size !== to - from) throw new Error(`the log has no leaves ${from} to ${to}`);
      return tree.root();
    }
    const middle = from + splitOf(to - from);
    const left = await rootOf({ from, to: middle });
    return nodeHash(left, await rootOf({ from: middle, to }));
  }

  async function rootsOf(ranges: readonly Range[]): Promise<readonly Buffer[]> {
    const roots: Buffer[] = [];
    for (const range of ranges) roots.push(await rootOf(range));
    return roots;
  }

  return {
    root: (size: number) => rootOf({ from: 0, to: size }),
    /** The audit path of a leaf in the tree of `size`. */
    inclusion: (index: number, size: number) => rootsOf(inclusionRanges(index, size)),
    /** The proof that the tree of `to` leaves begins with the tree of `from`. */
    consistency: (from: number, to: number) => rootsOf(consistencyRanges(from, to)),
  };
}

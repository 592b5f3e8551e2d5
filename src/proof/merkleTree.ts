import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emptyRoot } from './treePaths.js';

// The page does not load this file: it checks proofs and makes none.

/** Root of the tree without leaves (RFC 6962 §2.1). */
export const EMPTY_ROOT = Buffer.from(emptyRoot());

/** SHA-256(0x01 ‖ left ‖ right): a node of the tree (RFC 6962 §2.1). */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  // The detour over a binary string is faster, because Node creates buffers slowly.
  return Buffer.from(hash('sha256', Buffer.concat([NODE, left, right]), 'binary'), 'binary');
}

const NODE = Buffer.of(1);

/** The size of the left subtree of a tree of 2 to 2^32 leaves: the largest power of two less than `size`. */
function splitOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

/** True for a power of two: a subtree of that size never changes again. */
function isPerfect(size: number): boolean {
  return size > 0 && (size === 1 || splitOf(size) * 2 === size);
}

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

/** Leaves from `from` (counted from 0) up to `to`, exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The subtrees whose roots are the audit path of leaf `index` in a tree of `size` (RFC 6962 §2.1.1). */
function inclusionRanges(index: number, size: number): readonly Range[] {
  const path = (from: number, to: number): Range[] => {
    if (to - from <= 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...path(from, middle), { from: middle, to }]
      : [...path(middle, to), { from, to: middle }];
  };
  return path(0, size);
}

/**
 * The subtrees whose roots prove that the tree of `size` begins with the tree of `old` leaves
 * (RFC 6962 §2.1.2). Empty when both are the same or the old tree is empty.
 */
function consistencyRanges(old: number, size: number): readonly Range[] {
  /** `whole` is true when the subtree is the old tree itself, whose root the verifier knows. */
  const path = (from: number, to: number, whole: boolean): Range[] => {
    if (to === old) return whole ? [] : [{ from, to }];
    const middle = from + splitOf(to - from);
    return old <= middle
      ? [...path(from, middle, whole), { from: middle, to }]
      : [...path(middle, to, false), { from, to: middle }];
  };
  return old === 0 ? [] : path(0, size, true);
}

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
    /** The roots of `count` subtrees of `width` leaves each, a power of two, from the subtree `first` on. */
    row: (width: number, first: number, count: number) =>
      width === 1
        ? readLeaves({ from: first, to: first + count })
        : rootsOf(
            Array.from({ length: count }, (_, i) => ({
              from: (first + i) * width,
              to: (first + i + 1) * width,
            })),
          ),
    /** The audit path of a leaf in the tree of `size`. */
    inclusion: (index: number, size: number) => rootsOf(inclusionRanges(index, size)),
    /** The proof that the tree of `to` leaves begins with the tree of `from`. */
    consistency: (from: number, to: number) => rootsOf(consistencyRanges(from, to)),
  };
}

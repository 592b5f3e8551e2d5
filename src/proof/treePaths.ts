import { areEqual, type Bytes, joined, type Sha256 } from './bytes.js';

/** A Merkle tree (RFC 6962) by the number of its leaves and its root. */
export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** A leaf, counted from 0, in a tree. */
interface LeafClaim extends Tree {
  readonly index: number;
  readonly leaf: Uint8Array;
}

/** SHA-256 of nothing in hex: the root of the tree without leaves (RFC 6962 §2.1). */
const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The root of the tree without leaves. */
export const emptyRoot = (): Bytes =>
  Uint8Array.from(EMPTY_ROOT.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** True when `path` shows that the leaf is at its index in the tree (RFC 9162 §2.1.3.2). */
export async function includesLeaf(
  { index, size, leaf, root }: LeafClaim,
  path: readonly Uint8Array[],
  sha256: Sha256,
): Promise<boolean> {
  if (index < 0 || index >= size) return false;
  let hash = leaf;
  const isWhole = await climb(index, size - 1, path, async (node, isLeft) => {
    hash = isLeft ? await nodeHash(sha256, node, hash) : await nodeHash(sha256, hash, node);
  });
  return isWhole && areEqual(hash, root);
}

/** True when `path` shows that the newer tree begins with all leaves of the older one (RFC 9162 §2.1.4.2). */
export async function extendsTree(
  older: Tree,
  newer: Tree,
  path: readonly Uint8Array[],
  sha256: Sha256,
): Promise<boolean> {
  if (older.size < 0 || older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && areEqual(older.root, newer.root);
  if (older.size === 0) return path.length === 0 && areEqual(older.root, emptyRoot());
  // A perfect older tree is a node of the newer one, so the path leaves its root out.
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...path] : path;
  if (!first || path.length === 0) return false;
  let [place, last] = [older.size - 1, newer.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [before, after] = [first, first];
  const isWhole = await climb(place, last, rest, async (node, isLeft) => {
    if (isLeft) before = await nodeHash(sha256, node, before);
    after = isLeft ? await nodeHash(sha256, node, after) : await nodeHash(sha256, after, node);
  });
  return isWhole && areEqual(before, older.root) && areEqual(after, newer.root);
}

/**
 * Climbs from a leaf of the tree that ends with the leaf `last` to the root, and gives `take` each node of the path, and
 * whether it is the left one of its pair. False for a path that is too short or too long.
 */
async function climb(
  leaf: number,
  last: number,
  path: readonly Uint8Array[],
  take: (node: Uint8Array, isLeft: boolean) => Promise<void>,
): Promise<boolean> {
  let [place, end] = [leaf, last];
  for (const node of path) {
    if (end === 0) return false;
    const isLeft = isOdd(place) || place === end;
    await take(node, isLeft);
    if (isLeft) while (!isOdd(place) && place !== 0) [place, end] = [half(place), half(end)];
    [place, end] = [half(place), half(end)];
  }
  return end === 0;
}

/** SHA-256(0x01 ‖ left ‖ right): a node of the tree (RFC 6962 §2.1). */
const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array) =>
  sha256(joined(Uint8Array.of(1), left, right));

// No bit operations: they know 32 bits only.
const isOdd = (place: number) => place % 2 === 1;
const half = (place: number) => Math.floor(place / 2);

function isPowerOfTwo(n: number): boolean {
  let odd = n;
  while (odd % 2 === 0) odd /= 2;
  return odd === 1;
}

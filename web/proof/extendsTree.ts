import { areEqual, type Bytes } from './bytes.js';
import { emptyRoot, nodeHash } from './treeHash.js';
import { half, isOdd } from './treePlace.js';

/** A tree by the number of its leaves and its root. */
export interface Tree {
  readonly size: number;
  readonly root: Bytes;
}

/** True when `path` shows that the newer tree begins with all leaves of the older one (RFC 9162 §2.1.4.2). */
export async function extendsTree(
  older: Tree,
  newer: Tree,
  path: readonly Bytes[],
): Promise<boolean> {
  if (older.size < 0 || older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && areEqual(older.root, newer.root);
  if (older.size === 0) return path.length === 0 && areEqual(older.root, await emptyRoot());
  // A perfect older tree is a node of the newer one, so the path leaves its root out.
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...path] : path;
  if (!first || path.length === 0) return false;
  let [place, last] = [older.size - 1, newer.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [before, after] = [first, first];
  for (const node of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      before = await nodeHash(node, before);
      after = await nodeHash(node, after);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      after = await nodeHash(after, node);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areEqual(before, older.root) && areEqual(after, newer.root);
}

function isPowerOfTwo(n: number): boolean {
  let odd = n;
  while (odd % 2 === 0) odd /= 2;
  return odd === 1;
}

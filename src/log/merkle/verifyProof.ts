import { isPerfect, nodeHash } from './treeHash.js';

/** True when `proof` shows that `leaf` is at `index` in the tree of `size` (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  claim: { readonly index: number; readonly size: number; readonly leaf: Buffer },
  proof: readonly Buffer[],
  root: Buffer,
): boolean {
  let { index: place, leaf: hash } = claim;
  let last = claim.size - 1;
  if (place < 0 || place > last) return false;
  for (const node of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = nodeHash(node, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, node);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && hash.equals(root);
}

/**
 * True when `proof` shows that the tree of `to` leaves and root `newRoot` begins with the tree of `from`
 * leaves and root `oldRoot` (RFC 9162 §2.1.4.2). For an empty old tree, the proof is empty.
 */
export function verifyConsistency(
  { from, to }: { readonly from: number; readonly to: number },
  proof: readonly Buffer[],
  oldRoot: Buffer,
  newRoot: Buffer,
): boolean {
  if (from < 0 || from > to) return false;
  if (from === to) return proof.length === 0 && oldRoot.equals(newRoot);
  if (from === 0) return proof.length === 0;
  // A perfect old tree is a node of the new one, so the proof leaves its root out.
  const path = isPerfect(from) ? [oldRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (!first || proof.length === 0) return false;
  let [place, last] = [from - 1, to - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [older, newer] = [first, first];
  for (const node of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      older = nodeHash(node, older);
      newer = nodeHash(node, newer);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = nodeHash(newer, node);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && older.equals(oldRoot) && newer.equals(newRoot);
}

const isOdd = (n: number) => n % 2 === 1;
const half = (n: number) => Math.floor(n / 2);

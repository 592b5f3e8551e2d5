import { splitOf } from './treeHash.js';

/** Leaves from `from` (counted from 0) up to `to`, exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The subtrees whose roots are the audit path of leaf `index` in a tree of `size` (RFC 6962 §2.1.1). */
export function inclusionRanges(index: number, size: number): readonly Range[] {
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
export function consistencyRanges(old: number, size: number): readonly Range[] {
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

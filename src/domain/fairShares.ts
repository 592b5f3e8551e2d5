/** A part that shares a total with others. */
interface Sharing {
  /** What its shortest form takes, and all of it. */
  readonly least: number;
  readonly wanted: number;
}

/**
 * What each part gets of a total: as long as there is enough, the shortest form of each; and of the rest the same as each other one,
 * no more than it wants, and of what is left by those that want less, the same part again.
 */
export function fairShares(total: number, parts: readonly Sharing[]): readonly number[] {
  let left = total;
  const shares = parts.map(({ least }) => {
    const share = least <= left ? least : 0;
    left -= share;
    return share;
  });
  const more = parts.map(({ least, wanted }, i) => (shares[i] === least ? wanted - least : 0));
  const leastFirst = [...more.entries()].sort(([, a], [, b]) => a - b);
  for (const [rank, [i, most]] of leastFirst.entries()) {
    const extra = Math.min(most, Math.floor(left / (more.length - rank)));
    shares[i] = (shares[i] ?? 0) + extra;
    left -= extra;
  }
  return shares;
}

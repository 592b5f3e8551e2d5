/** Returns a function that gives the items one after the other, over and over. */
export function inTurn<T>(all: readonly T[]): () => T {
  let n = -1;
  return () => {
    n += 1;
    const one = all[n % all.length];
    if (one === undefined) throw new Error('there is nothing to ask for');
    return one;
  };
}

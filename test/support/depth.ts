/** True with `npm run test:all`, which tries everything; `npm test` tries a fixed part of it. */
export const isAll = process.env.TEST_ALL === '1';

/** How many runs: so many in `npm test`, and so many in `npm run test:all`. */
export function runs(gate: number, all: number): number {
  return isAll ? all : gate;
}

/** All cases in `npm run test:all`; in `npm test` every n-th, from the first on. */
export function sampled<T>(cases: readonly T[], every: number): readonly T[] {
  return isAll ? cases : cases.filter((_, index) => index % every === 0);
}

/** From 1 to `all` in `npm run test:all`, to `gate` in `npm test`: each part of many runs is a test of its own. */
export function parts(all: number, gate = 1): readonly number[] {
  return Array.from({ length: runs(gate, all) }, (_, index) => index + 1);
}

/** One part of a list that is cut into as many parts of about the same length. */
export function partOf<T>(list: readonly T[], part: number, { length }: readonly number[]): T[] {
  const at = (edge: number) => Math.round((list.length * edge) / length);
  return list.slice(at(part - 1), at(part));
}

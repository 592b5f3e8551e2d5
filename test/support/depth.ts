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

import { afterEach, expect, test } from 'vitest';
import { SEEDED_BUGS, takeBugsOut } from '../bugs/seededBugs.js';

/** A bug is met by chance: with these cases each is. */
const CASES = { numRuns: 300, seed: 20_261_120, endOnFailure: true };

/** The model test on modules that are loaded anew, with the bug that was planted. */
async function modelTest(): Promise<void> {
  const { answersLikeAPlainList } = await import('./model/property.js');
  await answersLikeAPlainList(CASES);
}

afterEach(takeBugsOut);

test.each(Object.entries(SEEDED_BUGS))('the model test notices that %s', async (_bug, plant) => {
  takeBugsOut();
  plant();
  await expect(modelTest()).rejects.toThrow('Property failed after');
});

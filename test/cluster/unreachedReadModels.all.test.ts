import { expect, test, vi } from 'vitest';
import { lateFilter, leak, redactAll, SECRET } from '../support/leakyVault.js';
import { givenPostgres } from '../support/postgres/givenPostgres.js';
import { pathsWith, testNode } from '../support/testNode.js';

// A planted bug: every file of read models counts as built after all redactions, so that none reaches it.
vi.mock(import('../../src/views/viewsFile.js'), async (original) => ({
  ...(await original()),
  begunAt: () => Number.MAX_SAFE_INTEGER,
}));

const database = givenPostgres();

test('read models that a redaction on another node does not reach are noticed by what they show', async () => {
  const shared = await database();
  const { filter, learn } = lateFilter();
  const one = await testNode(shared.url(), 'one', {}, { filter });
  const two = await testNode(shared.url(), 'two', {}, { filter });
  const paths = await leak(one.app);
  await two.app.readModels.waitFor((await one.app.log.head()).position, 60_000);
  learn();
  const end = await redactAll(one.app);
  expect(await two.app.log.reach(end, 60_000)).toBe(true);
  expect(await pathsWith(two, paths, SECRET)).not.toEqual([]);
});

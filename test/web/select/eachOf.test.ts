import { expect, test } from 'vitest';
import { doneWords, eachOf } from '../../../web/select/eachOf.js';

test('what fails stops nothing, and at most four are under way', async () => {
  let now = 0;
  let most = 0;
  const result = await eachOf([1, 2, 3, 4, 5, 6, 7], async (n) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    if (n === 3) throw new Error('three');
  });
  expect([...result.done].sort()).toEqual([1, 2, 4, 5, 6, 7]);
  expect(result.failed).toEqual(['three']);
  expect(most).toBe(4);
});

test.each([
  [{ done: [], failed: [] }, 'The notes are already tagged.'],
  [{ done: [1], failed: [] }, '1 note tagged.'],
  [{ done: [1, 2], failed: ['no'] }, '2 notes tagged. 1 note is not changed: no'],
  [{ done: [], failed: ['no', 'no'] }, '2 notes are not changed: no'],
  [{ done: [], failed: ['no', 'never'] }, '2 notes are not changed: no; …'],
])('%j is said in words', (done, words) => {
  expect(doneWords('tagged', done)).toBe(words);
});

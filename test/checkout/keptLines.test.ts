import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutAt } from '../../src/checkout/git.js';
import { keptLines } from '../../src/checkout/keptLines.js';
import type { Anchor } from '../../src/domain/anchor.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';

const TEN = Array.from({ length: 10 }, (_, i) => `line ${i + 1}`);

/** A repository whose file had ten lines at `commit`, and has these now. */
function changedTo(now: readonly string[]) {
  const root = emptyRepository();
  write(root, 'a.txt', `${TEN.join('\n')}\n`);
  const commit = commitAll(root);
  write(root, 'a.txt', `${now.join('\n')}\n`);
  return { root, commit };
}

const changed = (at: number, ...by: readonly string[]) => TEN.toSpliced(at - 1, 1, ...by);

test.each([
  ['nothing', TEN, '3-5', ['3-5']],
  ['a line before', ['new', ...TEN], '3-5', ['4-6']],
  ['a line behind', [...TEN, 'new'], '3-5', ['3-5']],
  ['a line of them', changed(4, 'x'), '3-5', ['3-3', '5-5']],
  ['a line of them, into two', changed(4, 'x', 'y'), '3-5', ['3-3', '6-6']],
  ['a line of them, removed', changed(4), '3-5', ['3-3', '4-4']],
  ['the first of them', changed(3, 'x'), '3-5', ['4-5']],
  ['all of them', TEN.toSpliced(2, 3, 'x'), '3-5', []],
  ['only blanks', changed(4, '  line  4'), '3-5', ['3-5']],
])('of lines with %s changed, those are kept that stand', async (_, now, lines, expected) => {
  const { root, commit } = changedTo(now);
  const anchor: Anchor = { path: 'a.txt', lines, commit };
  const kept = (await keptLines(checkoutAt(root, 60_000).git, 'a.txt', [anchor])).get(anchor);
  expect(kept?.map(({ first, last }) => `${first}-${last}`)).toEqual(expected);
});

test('nobody knows without lines, without a commit, and of a commit that is not there', async () => {
  const { root, commit } = changedTo(TEN);
  const anchors: Anchor[] = [
    { path: 'a.txt', commit },
    { path: 'a.txt', lines: '3' },
    { path: 'a.txt', lines: '3', commit: '0123456789' },
    { path: 'a.txt', lines: '3', commit: '--output=x' },
  ];
  expect((await keptLines(checkoutAt(root, 60_000).git, 'a.txt', anchors)).size).toBe(0);
  expect(
    (await keptLines(checkoutAt('/', 60_000).git, 'a.txt', [{ lines: '3', commit }])).size,
  ).toBe(0);
});

test('a file that Git follows no more is compared all the same', async () => {
  const { root, commit } = changedTo(['new', ...TEN]);
  writeFileSync(join(root, '.git/index'), '');
  const anchor: Anchor = { path: 'a.txt', lines: '1-10', commit };
  expect((await keptLines(checkoutAt(root, 60_000).git, 'a.txt', [anchor])).get(anchor)).toEqual([
    { first: 2, last: 11 },
  ]);
});

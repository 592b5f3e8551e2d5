import { expect, test } from 'vitest';
import { History } from '../../../lab/moments/history.js';
import { replay } from '../../../lab/moments/replay.js';
import { blamed, linesIn, restored, standing, unchanged } from '../../../lab/moments/truth.js';
import { commitAll, emptyRepository, git, write } from '../../support/gitRepository.js';

const ID = 'a'.repeat(40);
const came = (...pairs: readonly (readonly [number, number])[]) => new Map(pairs);

test('line ends are not part of lines', () => {
  expect(linesIn(Buffer.from('a\r\n\nb'))).toEqual(['a', '', 'b']);
  expect(linesIn(Buffer.from('a\n'))).toEqual(['a']);
  expect(linesIn(Buffer.from(''))).toEqual([]);
});

test('a line came from the anchored file if blame says so of its commit and path', () => {
  const entry = (id: string, path: string, from: number, to: number, count: number) =>
    `${id} ${from} ${to} ${count}\nsummary x\nfilename ${path}\n`;
  const blame = [
    entry(ID, 'a', 1, 4, 2),
    entry('b'.repeat(40), 'a', 1, 1, 1),
    entry(ID, 'b', 1, 2, 1),
  ].join('');
  expect(blamed(blame, ID, 'a')).toEqual(came([4, 1], [5, 2]));
});

test('a diff leaves the lines between its hunks', () => {
  expect(unchanged('', 2)).toEqual(came([1, 1], [2, 2]));
  // Two lines before the first, the second changed, the fourth removed.
  const diff = '@@ -0,0 +1,2 @@\n@@ -2 +4 @@\n@@ -4 +5,0 @@\n';
  expect(unchanged(diff, 6)).toEqual(came([3, 1], [5, 3], [6, 5]));
});

test('text stands where the same lines came from those of the anchor, or most of what they say did', () => {
  const before = ['one', 'two', '}'];
  const after = ['two', '}', 'one', 'two', '}'];
  const range = { first: 2, last: 3 };
  expect(standing(before, after, range, came([4, 2], [5, 3]))).toEqual([4]);
  expect(standing(before, after, range, came([4, 2]))).toEqual([4]);
  expect(standing(before, after, range, came([2, 3]))).toEqual([]);
  expect(standing(before, after, { first: 3, last: 3 }, came([2, 3]))).toEqual([2]);
  expect(standing(before, ['two', 'x'], range, came([1, 2]))).toEqual([]);
});

test('text is restored where the lines around it are no coincidence either', () => {
  const before = ['a line that is long enough', '}'];
  const range = { first: 2, last: 2 };
  expect(restored(before, before, range, came([1, 1], [2, 2]))).toEqual([2]);
  expect(restored(before, ['x', '}'], range, came([2, 2]))).toEqual([]);
});

test('a history is replayed: each look says the truth beside what the service says', async () => {
  const root = emptyRepository();
  const text = Array.from({ length: 20 }, (_, i) => `this is line ${i} of the file\n`);
  const commit = (subject: string) => {
    commitAll(root);
    git(root, 'commit', '-q', '--amend', '--allow-empty', '-m', subject);
  };
  write(root, 'a', 'x\n');
  commit('first');
  write(root, 'a', text.join(''));
  write(root, 'b', `${text.join('')}\n`);
  commit('fix: text');
  write(root, 'a', `new\n${text.join('')}`);
  for (let i = 0; i < 9; i += 1) commit('other');
  git(root, 'mv', 'b', 'c');
  commit('other');
  const looks = await replay(new History(root), 10, 1);
  const said = looks.map(({ anchor: { path, lines }, truth, said, followed }) => [
    ...[path, lines?.replace(/^(?!1-).*/, 'some'), truth, said],
    followed,
  ]);
  expect(said).toEqual(
    expect.arrayContaining([
      ['a', undefined, 'changed', 'drifted', undefined],
      ['a', '1-20', 'moved', 'fresh', undefined],
      ['b', undefined, 'renamed', 'gone', true],
      ['b', '1-21', 'renamed', 'gone', true],
    ]),
  );
  expect(looks).toEqual(
    await replay(new History(root), 10, 1).then((again) =>
      again.map((look, i) => ({ ...look, ms: looks[i]?.ms })),
    ),
  );
});

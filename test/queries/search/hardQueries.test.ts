import { expect, test } from 'vitest';
import { searchVault } from '../../support/searchVault.js';

const deep = (levels: number) => `${'('.repeat(levels)}"a"${')'.repeat(levels)}`;

const LONG = 'A'.concat('bC'.repeat(900));

/** Each has once made FTS5 throw, or work for seconds to hours. */
const HARD = [
  '*reads "x"',
  '*id "x"',
  '*reads x*',
  '*reads title:x',
  ...[90, 94, 95, 96, 97, 120].map(deep),
  `${'a AND(b OR('.repeat(16)}"a"${'))'.repeat(16)}`,
  `${'a NOT('.repeat(32)}b${')'.repeat(32)}`,
  `${'title:('.repeat(32)}b${')'.repeat(32)}`,
  `${'a NOT '.repeat(256)}"b"`,
  'a* '.repeat(600),
  `NEAR(${'a* b* '.repeat(150)}, 100000)`,
  Array.from({ length: 280 }, (_, i) => `w${i}*`).join(' OR '),
  '日'.repeat(2000),
  LONG,
  Array.from({ length: 330 }, (_, i) => `word${i}`).join(' '),
  '"quoted" '.repeat(220),
];

test.each(HARD.map((q) => [q.slice(0, 40), q]))(
  '%s … finds what it should, and only in its project',
  async (_name, q) => {
    const vault = await searchVault([
      {
        title: 'one',
        content: `x reads id title w7 quoted ${LONG} ${'a b word7 '.repeat(2000)} ${'日'.repeat(5000)}`,
        project: 'p',
      },
      { title: 'two', content: `abc x reads id title w7 quoted ${LONG} a b word7`, project: 'q' },
    ]);
    const { hits } = await vault.search(q, { filters: { at: 0, project: 'p' }, snippet: true });
    expect(hits.map(({ title }) => title)).toEqual(['one']);
  },
);

test.each([
  ['connecting', 'connection refused'],
  ['crêperie', 'the crêperie around the corner'],
  ['検索', '全文検索を使う'],
])('among many words, %s still finds the note that only it matches', async (q, content) => {
  const common = Array.from({ length: 30 }, (_, i) => `common${i}`);
  const vault = await searchVault([
    { title: 'wanted', content },
    ...Array.from({ length: 120 }, (_, i) => ({ title: `other ${i}`, content: common.join(' ') })),
  ]);
  expect(await vault.titles(`${common.join(' ')} ${q}`, { limit: 20 })).toContain('wanted');
});

test('queries in another normalisation form find the stored text', async () => {
  const vault = await searchVault([{ title: 'note', content: '한국어 ガイド café' }]);
  for (const q of ['한국어', 'ガイド', 'café']) {
    expect(await vault.titles(q.normalize('NFD'))).toEqual(['note']);
  }
});

test('a query that is only a quotation is searched as a phrase', async () => {
  const vault = await searchVault([{ title: 'note', content: 'words and more words' }]);
  expect(await vault.titles('"more words"')).toEqual(['note']);
  expect(await vault.titles('"words more"')).toEqual([]);
});

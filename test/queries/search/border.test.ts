import { expect, test } from 'vitest';
import { folded } from '../../../src/domain/searchWords.js';
import { readQuery } from '../../../src/queries/search/parse.js';
import { snippetOf } from '../../../src/queries/search/snippetOf.js';
import { searchViews } from '../../support/searchViews.js';

/** Without them, every word would be one that most notes hold. */
const OTHERS = Array.from({ length: 20 }, () => ({ title: 'other', content: 'quite other words' }));

test.each([
  ['데이터 베이스 설계', '"데이터 베이스"'],
  ['検索API の説明', '"検索API"'],
  ['検索API の説明', '検索API AND 説明'],
  ['猫が好き、犬も好き', '"猫"'],
  ['猫が好き、犬も好き', '猫 AND 犬'],
  ['猫が好き、犬も好き', '猫* NOT 魚'],
  ['می‌خواهم foo', 'می‌خواهم AND foo'],
  ['we cooperate on foo', 'co\u00adoperate AND foo'],
  ['🎉 foo bar', 'bar AND (foo 🎉)'],
])('%j is found by the syntax %j', (content, q) => {
  const { search } = searchViews([{ title: 'found', content }, ...OTHERS]);
  const { hits, reading } = search(q);
  expect([reading, ...hits.map(({ title }) => title)]).toEqual(['syntax', 'found']);
});

test('a mark without a letter finds nothing', () => {
  for (const q of ['\u0301', '"\u0301"', '\u0301*']) {
    expect(searchViews(OTHERS).titles(q)).toEqual([]);
  }
});

test('a term that is a part of another one counts as found', () => {
  const { search } = searchViews([
    { title: 'some', content: 'user' },
    { title: 'both', content: 'getUser of a user' },
    ...OTHERS,
  ]);
  for (const q of ['getUser user', 'user getUser']) {
    const [first] = search(q, { explain: true }).hits;
    expect(first?.title).toBe('both');
    expect(first?.explain?.all_words).toBeGreaterThan(0);
  }
});

test('a note that was revised often hides none with fewer of the words', () => {
  const revised = Array.from({ length: 70 }, (_, i) => ({
    id: 'note',
    content: 'alpha beta',
    position: i + 1,
    first: 1,
    revision: i + 1,
    until: i < 69 ? i + 2 : null,
  }));
  const some = Array.from({ length: 5 }, () => ({ title: 'some', content: 'alpha' }));
  expect(searchViews([...revised, ...some]).titles('alpha beta')).toHaveLength(6);
});

test('a question has no first place for notes with all of its words', () => {
  const long = 'and it goes on about other things for a while. '.repeat(40);
  const notes = Array.from({ length: 30 }, () => ({ content: 'alpha beta gamma' }));
  const { search } = searchViews([{ content: `alpha beta gamma delta ${long}` }, ...notes]);
  const { hits } = search('alpha beta gamma delta', { explain: true, limit: 50 });
  expect(hits.map(({ explain }) => explain?.all_words)).toEqual(Array(31).fill(0));
});

test('hits of syntax go on behind those that were ranked', () => {
  const notes = Array.from({ length: 300 }, () => ({ content: 'alpha beta' }));
  const { search } = searchViews(notes);
  const pages = [0, 100, 200].flatMap((offset) =>
    search('alpha AND beta', { limit: 100, offset }).hits.map(({ id }) => id),
  );
  expect(new Set(pages).size).toBe(300);
});

test.each([
  ['API検索の話', 'API検索', '**API検索**の話'],
  ['การทำงานที่ดี', 'ทำงาน', 'การ**ทำงาน**ที่ดี'],
  ['猫が好き', '猫', '**猫**が好き'],
])('in %j, %j is marked as one', (text, q, marked) => {
  expect(snippetOf(text, readQuery(q).terms)).toBe(marked);
});

test('marks of half-width kana are as few as other marks', () => {
  expect(folded('か\uff9e\u0301\uff9e\u0301\uff9e')).toBe(folded('か\uff9e\u0301\uff9e'));
  expect(folded('ｶﾞﾊﾟ')).toBe(folded('ガパ'));
});

test.each([
  ['a whole word', `retry ${'charges '.repeat(40)}`, / charges…$/],
  ['a character where no space is near', `retry ${'x'.repeat(300)}`, /x…$/],
  ['the end of the text', 'the gateway retries', /retries\*\*$/],
])('an extract ends with %s', (_, text, end) => {
  expect(snippetOf(text, readQuery('retry').terms)).toMatch(end);
});

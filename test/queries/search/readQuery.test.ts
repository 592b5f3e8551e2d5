import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningsOf, expressionFor, partsOf } from '../../../src/queries/search/expressions.js';
import { readQuery } from '../../../src/queries/search/parse.js';
import { openSqlite } from '../../../src/sqlite/sqlite.js';

test.each([
  '"exact phrase"',
  'retry AND payment',
  'retry OR (refund NOT card)',
  'NEAR(retry payment, 5)',
  'pay*',
  'title:retry',
  '^retry',
])('%s is read as syntax', (q) => {
  expect(readQuery(q).syntax).toBe(q);
});

test.each([
  'src/auth.ts',
  "don't",
  'C++',
  'rm -rf',
  'user@host',
  '50%',
  'a-b',
  '-a',
  'x:y',
  '*a',
  'trailing AND',
  'AND',
  'AND so it begins',
  'say "hello',
  'foo(bar)',
  '(unclosed "phrase"',
  'https://example.com/?q=1',
  'what is the title?',
])('%s is read as words', (q) => {
  expect(readQuery(q).syntax).toBeUndefined();
});

test('for any text, the generated expressions parse and stay in their columns', () => {
  const views = openSqlite(':memory:', 'OFF');
  views.db.exec('CREATE VIRTUAL TABLE f USING fts5 (title, content, tags, meta, scope)');
  const pieces = fc.constantFrom(
    '"',
    'a',
    'AND',
    'NOT',
    '(',
    ')',
    '*',
    '^',
    ':',
    '-',
    'NEAR(',
    '\u0000',
    '日本',
    '😀',
    'aB',
    'scope',
    '{scope}',
    ') OR scope:(',
    'é',
    'ไทย',
    '\ud800',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (q) => {
      const { terms } = readQuery(q);
      if (terms.length === 0) return;
      const any = expressionFor([...terms, ...partsOf(terms)], 'OR');
      for (const expression of [
        expressionFor(terms, 'AND'),
        expressionFor(terms, 'AND', 'title tags'),
        any,
        expressionFor(beginningsOf(terms), 'OR', 'title content tags'),
      ]) {
        views.all('SELECT rowid FROM f WHERE f MATCH ?', [`(${expression}) AND scope : "x"`]);
      }
    }),
    { numRuns: 5000 },
  );
  views.db.close();
});

test('stop words are dropped unless there are no other words', () => {
  const words = (q: string) => readQuery(q).terms.map(({ text }) => text);
  expect(words('What is the retry policy of the gateway?')).toEqual(['retry', 'policy', 'gateway']);
  expect(words('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  expect(words('Retry retry RETRY')).toEqual(['Retry']);
  expect(words('?!')).toEqual([]);
});

test('of scripts without spaces, each two characters are a word', () => {
  expect(readQuery('fix日本語の検索 now').terms).toEqual([
    ...['fix', '日本', '本語', '語の', 'の検', '検索', 'now'].map((text) => ({
      text,
      kind: 'word',
      forms: [text],
    })),
  ]);
});

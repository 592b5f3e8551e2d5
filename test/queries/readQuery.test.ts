import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/log/sqlite.js';
import { readQuery } from '../../src/queries/readQuery.js';

test.each([
  '"exact phrase"',
  'retry AND payment',
  'retry OR (refund NOT card)',
  'NEAR(retry payment, 5)',
  'pay*',
  'title:retry',
  '^retry',
])('%s is syntax', (q) => {
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
])('%s is words', (q) => {
  expect(readQuery(q).syntax).toBeUndefined();
});

test('words are quoted, so that every one of them parses', () => {
  const views = openSqlite(':memory:', 'OFF');
  views.db.exec('CREATE VIRTUAL TABLE f USING fts5 (title, content, tags)');
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
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (q) => {
      for (const expression of readQuery(q).words) {
        views.all('SELECT rowid FROM f WHERE f MATCH ?', [expression]);
      }
    }),
    { numRuns: 5000 },
  );
  views.db.close();
});

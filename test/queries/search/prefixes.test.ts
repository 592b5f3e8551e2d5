import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  startingWith,
  withPrefixes,
  wordsStartingWith,
} from '../../../src/queries/search/expressions.js';
import { searchViews } from '../../support/searchViews.js';

const TEXTS = ['test/fixtures/notes.ndjson', 'docs/architecture/glossary.md', 'CHANGELOG.md'];
const WORDS = TEXTS.map((file) => readFileSync(file, 'utf8').toLowerCase()).flatMap(
  (text) => text.match(/[a-z]{2,}/g) ?? [],
);
const INFLECTED = `authentication authenticates configurations connecting deployments generalization
  happiness hopping layered memories migrating opportunities payments possibilities relational retries
  running stopped studies synchronously systematically uniqueness`.split(/\s+/);

test('each word is found by each of its beginnings, independent of its stem', () => {
  const words = [...new Set([...WORDS, ...INFLECTED])];
  expect(words.length).toBeGreaterThan(500);
  const { views } = searchViews(words.map((content) => ({ title: '-', content })));
  const found = new Map<string, Set<number>>();
  const lost: string[] = [];
  for (const [i, word] of words.entries()) {
    for (let length = 2; length <= word.length; length += 1) {
      const start = word.slice(0, length);
      const rows = found.get(start) ?? matchesOf(start);
      found.set(start, rows);
      if (!rows.has(i + 1)) lost.push(`${start}|${word.slice(length)}`);
    }
  }
  expect(lost).toEqual([]);

  function matchesOf(start: string): Set<number> {
    const sql = 'SELECT rowid FROM observations_fts WHERE observations_fts MATCH ?';
    const rows = views.all<{ rowid: number }>(sql, [`content : ${startingWith(start)}`]);
    return new Set(rows.map(({ rowid }) => rowid));
  }
});

test('words that are named for a prefix find the notes that the prefix finds', () => {
  const words = [...new Set([...WORDS, ...INFLECTED, 'ünderneath', 'k8s', 'f3a9b2c', '日本語'])];
  const { views } = searchViews(words.map((content) => ({ title: '-', content })));
  const rows = (expression: string) => {
    const sql = 'SELECT rowid FROM observations_fts WHERE observations_fts MATCH ? ORDER BY rowid';
    return views.all(sql, [`content : ${expression}`]);
  };
  const starts = new Set(words.flatMap((word) => [2, 3, 4, 6].map((most) => word.slice(0, most))));
  let named = 0;
  for (const start of starts) {
    const known = wordsStartingWith(views, start, 1_000_000);
    if (known) named += 1;
    expect(rows(startingWith(start, known)), start).toEqual(rows(startingWith(start)));
  }
  expect(named).toBeGreaterThan(starts.size / 2);
});

test('in a vault of few notes, no words are named for a prefix', () => {
  const { views } = searchViews([{ content: 'migrations' }]);
  expect(wordsStartingWith(views, 'migr', 1)).toBeUndefined();
  expect(wordsStartingWith(views, 'migr', 1_000_000)).toHaveLength(1);
});

test('a prefix that looks like a plural does not find words that only begin like its singular', () => {
  const { titles } = searchViews([
    { title: 'parser', content: 'a parser' },
    { title: 'particle', content: 'a particle' },
  ]);
  expect(titles('pars*')).toEqual(['parser']);
});

test('prefixes in FTS5 syntax are replaced, quotations are not', () => {
  expect(withPrefixes('"pay*" AND x')).toBe('"pay*" AND x');
  expect(withPrefixes('title:pay*')).toMatch(/^title:\("payness" \* OR "pay"/);
  const { titles } = searchViews([
    { title: 'one', content: 'the migrations of payments' },
    { title: 'two', content: 'the migration of a rota' },
  ]);
  expect(titles('migrati*').sort()).toEqual(['one', 'two']);
  expect(titles('migrati* NOT pay*')).toEqual(['two']);
  expect(titles('NEAR(the migration*)')).toHaveLength(2);
});

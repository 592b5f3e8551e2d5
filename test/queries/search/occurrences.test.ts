import { readFileSync } from 'node:fs';
import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { folded, wordsIn } from '../../../src/domain/searchWords.js';
import { stemOf } from '../../../src/domain/wordForms.js';
import { occurrencesIn, patternOf } from '../../../src/queries/search/occurrences.js';
import { readQuery } from '../../../src/queries/search/parse.js';
import { indexStem } from '../../support/indexStem.js';

const TEXTS = [
  'test/fixtures/notes.ndjson',
  'docs/architecture/glossary.md',
  'CHANGELOG.md',
  'README.md',
];
const FOUND = TEXTS.map((file) => readFileSync(file, 'utf8').normalize('NFC')).flatMap(
  (text) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
);
const OTHERS = `Ångström Crêperie İstanbul naïve skies dying ties happily agreed oscillators sensational
  conditionally yes sky погода 日本語 k8s 2026 f3a9b2c a I µs és éy ée sé as 𝒳s`;
const WORDS = [...new Set([...FOUND, ...OTHERS.split(/\s+/)])];

test('the stem of a word is the one that the index holds, and the word begins like it', () => {
  expect(WORDS.length).toBeGreaterThan(2000);
  const wrong = WORDS.filter((word) => {
    const [first = ''] = wordsIn(folded(word));
    const stem = stemOf(first);
    return stem !== indexStem(word) || !first.startsWith(stem.slice(0, -1));
  });
  expect(wrong).toEqual([]);
});

test('each inflected form of a word is counted, and no word that only begins like it', () => {
  const text = folded('Retry: it retries, retried … and retrying. Retrieval, RETRY-able, re-try');
  const [term] = readQuery('retry').terms;
  expect(term && occurrencesIn(text, patternOf(term))).toBe(5);
});

const SEPARATORS = [' ', '\n', ', ', '-', '_', '.', '“', '…', ' 😀 ', '/'];
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...SEPARATORS)), { maxLength: 40 })
  .map((pieces) => pieces.flat().join(''));

const wordOf = (text: string, place: number) => {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['nowhere'];
  return words[place % words.length] ?? '';
};

test.prop([text, fc.nat(), fc.constantFrom('word', 'beginning')])(
  'words and beginnings of a text are counted as if it were taken apart',
  (text, place, kind) => {
    // Of a script without spaces, two characters are a word.
    const [asked = ''] = wordsIn(folded(wordOf(text, place)));
    const pattern = patternOf({ text: asked, kind, forms: [asked] });
    const words = wordsIn(folded(text));
    const expected = {
      word: words.filter((one) => one !== '' && indexStem(one) === indexStem(asked)).length,
      beginning: words.filter((one) => one.startsWith(asked)).length,
    };
    expect(occurrencesIn(folded(text), pattern)).toBe(expected[kind]);
  },
);

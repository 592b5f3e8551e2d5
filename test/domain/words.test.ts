import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spacedScripts, splitAtScripts } from '../../src/domain/spacedScripts.js';
import { identifiersIn, isIdentifier, splitIdentifier } from '../../src/domain/splitIdentifier.js';

test.each([
  ['getUserById', ['get', 'User', 'By', 'Id']],
  ['parseHTMLString2', ['parse', 'HTML', 'String', '2']],
  ['snake_caseMixed', ['snake', 'case', 'Mixed']],
  ['word', ['word']],
])('%s is split into %j', (identifier, parts) => {
  expect(splitIdentifier(identifier)).toEqual(parts);
});

test.each([
  ['getUserById', true],
  ['HTTPServer', true],
  ['_privateField', true],
  ['SCREAMING', false],
  ['v2Api', true],
  ['users', false],
  ['d3d3787dd31b', false],
  ['2Much', false],
])('%s is camel case: %s', (word, expected) => {
  expect(isIdentifier(word)).toBe(expected);
});

test('the identifiers of a text are its words in camel case', () => {
  const unit = fc.constantFrom('a', 'b', 'A', 'B', '_', '1', ' ', '-', 'é', '日', 'getUserById');
  const text = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const words = given.match(/\w+/g) ?? [];
      expect(identifiersIn(given)).toEqual([...new Set(words.filter(isIdentifier))]);
    }),
    { numRuns: 2000 },
  );
});

test('runs of scripts without spaces get a space after each character, other text gives none', () => {
  expect(spacedScripts('設定は config で書く')).toEqual(['設 定 は', 'で 書 く']);
  expect(spacedScripts('nothing here')).toEqual([]);
  expect(spacedScripts('it fails — always → “設定” …')).toEqual(['設 定']);
});

test('splitting a word at its scripts loses no character', () => {
  const word = fc
    .array(fc.constantFrom('a', 'é', '1', '日', 'ไ', '한', '😀'))
    .map((c) => c.join(''));
  fc.assert(
    fc.property(word, (text) => {
      expect(
        splitAtScripts(text)
          .map(({ part }) => part)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('the quick test misses no letter of such a script', () => {
  const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
  const letter = new RegExp(`[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
  const missed: string[] = [];
  for (let code = 0; code < 0x40000; code++) {
    const character = String.fromCodePoint(code);
    if (letter.test(character) && spacedScripts(character)[0] !== character) missed.push(character);
  }
  expect(missed).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifiersIn, isIdentifier, splitIdentifier } from '../../src/domain/searchWords.js';

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

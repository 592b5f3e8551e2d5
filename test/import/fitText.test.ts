import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText } from '../../src/import/fitting.js';

test('a text that fits stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fitText(text, [...text].length)).toBe(text);
    }),
  );
});

test('a longer text is cut between characters, is as long as it may be, and says so', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '𝒳', 'ü', '漢'), { minLength: 2 }), (characters) => {
      const most = characters.length - 1;
      const short = fitText(characters.join(''), most);
      expect(short).toBe(`${characters.slice(0, most - 1).join('')}…`);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});

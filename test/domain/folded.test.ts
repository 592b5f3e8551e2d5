import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, isUnspaced, wordsIn } from '../../src/domain/searchWords.js';

test.each([
  ['full-width letters', 'ＡＰＩ　ＫＥＹ１２３', ['api', 'key123']],
  ['half-width kana', 'ﾃﾞｰﾀ', ['デー', 'ータ']],
  ['ligatures', 'conﬁg ﬀ', ['config', 'ff']],
  ['soft hyphens', 'co\u00adoperate', ['cooperate']],
  ['zero-width characters', 'zero\u200bwidth \ufeffx\u2060y', ['zerowidth', 'xy']],
  ['accents of Latin letters', 'Crème İstanbul Å', ['creme', 'istanbul', 'a']],
  ['accents of Greek letters, and the last sigma', 'Σίσυφος ΣΊΣΥΦΟΣ', ['σισυφοσ', 'σισυφοσ']],
  ['vowels of Arabic', 'مَرْحَبًا', ['مرحبا']],
  ['points of Hebrew', 'שָׁלוֹם', ['שלום']],
  [
    'pictograms, with any tone, and flags',
    'ok🎉 👍🏽 ✔️ 🇩🇪',
    ['ok', 'u1f389', 'u1f44d', 'u2714', 'u1f1e9u1f1ea'],
  ],
  ['what is no other form of a letter', 'Größe й ё हिन्दी Go™', ['große', 'й', 'ё', 'हिन्दी', 'go']],
])('%s are folded', (_, text, words) => {
  expect(wordsIn(folded(text))).toEqual(words);
});

test.each([
  ['支付重试', ['支付', '付重', '重试']],
  ['เปิดไฟล์', ['เปิ', 'ปิด', 'ดไ', 'ไฟ', 'ฟล์']],
  ['재시도를 하다', ['재시', '시도', '도를', '하다']],
  ['設定はconfigで書く', ['設定', '定は', 'config', 'で書', '書く']],
  ['30秒、秒', ['30', '秒', '秒']],
])('of %s each two neighbours are a word', (text, words) => {
  expect(wordsIn(folded(text))).toEqual(words);
});

test('the last character of a run is the beginning of a word, as all others are', () => {
  const words = folded('支付重试').split(' ');
  for (const one of '支付重试') expect(words.some((word) => word.startsWith(one))).toBe(true);
});

test('the quick test misses no letter of a script without spaces', () => {
  const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
  const letter = new RegExp(
    `(?!\\p{M})[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`,
    'u',
  );
  const missed: string[] = [];
  for (let code = 0; code < 0x40000; code++) {
    const character = String.fromCodePoint(code);
    const known = folded(character).trim();
    if (letter.test(known) && !folded(`a${character}`).includes(' ')) missed.push(character);
  }
  expect(missed).toEqual([]);
});

test('words are folded alike alone and in a text, near to each other or far', () => {
  const word = fc
    .array(fc.constantFrom(...'aBéςΣİ漢ガｶﾞﬁ²ำ🎉.-', 'e\u0301', '\u0301', '\u200b', 'שָׁ'), {
      minLength: 1,
    })
    .map((characters) => characters.join(''));
  const gap = fc.constantFrom(' ', '\n', ` ${'plain '.repeat(9)}`);
  fc.assert(
    fc.property(word, gap, word, (first, between, second) => {
      const alone = folded(first) + between + folded(second);
      expect(folded(first + between + second)).toBe(alone);
    }),
  );
});

test('what is folded stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = wordsIn(folded(text)).filter((word) => !isUnspaced(word));
      expect(wordsIn(folded(words.join(' ')))).toEqual(words);
    }),
  );
});

test('a long text is folded in pieces of a time that grows as it does', () => {
  for (const unit of ['e\u0301', '\u0301', '支', 'ﾃﾞ', '🎉', '\u200b', 'Σ', 'ﬁ ', 'مَ'])
    expect(typeof folded(unit.repeat(100_000))).toBe('string');
});

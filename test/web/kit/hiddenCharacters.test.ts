import { expect, test } from 'vitest';
import { hasHidden, hiddenCharactersOf, withoutHidden } from '../../../web/kit/hiddenCharacters.js';

const shown = (text: string) =>
  hiddenCharactersOf(text).map((part) =>
    typeof part === 'string' ? part : `<${part.code} ${part.name} ${part.times}>`,
  );

test('what turns the direction of writing is shown, and not left in the text', () => {
  expect(shown('pay \u202egnp.exe')).toEqual([
    'pay ',
    '<U+202E right-to-left override 1>',
    'gnp.exe',
  ]);
  for (const code of [
    0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x2066, 0x2067, 0x2068, 0x2069,
  ]) {
    expect(shown(`a${String.fromCodePoint(code)}b`)).toHaveLength(3);
  }
});

test('what has no width is shown, a run of it once', () => {
  expect(shown(`a${'\u200b'.repeat(3)}b`)).toEqual(['a', '<U+200B zero-width space 3>', 'b']);
  expect(shown('\ufeffa\u00ad\u2060')).toEqual([
    '<U+FEFF zero-width no-break space 1>',
    'a',
    '<U+00AD soft hyphen 1>',
    '<U+2060 word joiner 1>',
  ]);
  expect(shown('\u{e0041}')).toEqual(['<U+E0041 invisible character 1>']);
});

test('control characters are shown, but line feeds and tabs are none', () => {
  expect(shown('a\0\u001b[31m')).toEqual([
    'a',
    '<U+0000 null character 1>',
    '<U+001B escape 1>',
    '[31m',
  ]);
  expect(shown('a\n\tb\r\n')).toEqual(['a\n\tb\r\n']);
});

test('joiners stay where letters and emoji need them, and only there', () => {
  for (const text of ['👩‍👩‍👧', '👩🏽‍💻', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष'])
    expect(shown(text)).toEqual([text]);
  expect(shown('pass\u200dword')).toHaveLength(3);
  expect(shown('pass\u200cword')).toHaveLength(3);
});

test('common text has none: letters of all scripts, emoji, typographic spaces', () => {
  for (const text of ['Grüße, 東京 — “q” …', 'שלום', '❤️', 'a b', '']) {
    expect(shown(text)).toEqual([text]);
    expect(hasHidden(text)).toBe(false);
  }
  expect(hasHidden('\u202e')).toBe(true);
});

test('texts made of hidden characters give few parts', () => {
  const parts = hiddenCharactersOf('a\u200b'.repeat(10_000));
  expect(parts.length).toBeLessThan(500);
  expect(parts.at(-1)).toMatch(/^a▯a▯/);
});

test('where they cannot be shown, they are left out', () => {
  expect(withoutHidden('a\u202eb\u200bc 👩‍💻')).toBe('abc 👩‍💻');
});

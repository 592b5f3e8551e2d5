import { expect, test } from 'vitest';
import { compareWords, type Part } from '../../../web/diff/compareWords.js';

function textOf(parts: readonly Part[] | undefined, kind: 'removed' | 'added'): string {
  return (parts ?? [])
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', 'new'],
  ['gone', ''],
  ['Retry three times.', 'Retry five times.'],
  ['a\nb\nc\n', 'a\nB\nc\n'],
  ['a\nb', 'a\nb\nc'],
  ['same\n\nend', 'same\nend'],
  ['naïve café 🙂', 'naive café 🙃'],
  ['x x x x', 'x x'],
  ['\n', '\n\n'],
  ['one two  three', 'four five  six'],
];

test.each(PAIRS)('the parts of a comparison make up both texts: %j and %j', (before, after) => {
  const parts = compareWords(before, after);
  expect(textOf(parts, 'removed')).toBe(before);
  expect(textOf(parts, 'added')).toBe(after);
});

test('one word is replaced, the rest stays', () => {
  expect(compareWords('Retry three times.', 'Retry five times.')).toEqual([
    { kind: 'same', text: 'Retry ' },
    { kind: 'removed', text: 'three' },
    { kind: 'added', text: 'five' },
    { kind: 'same', text: ' times.' },
  ]);
});

test('a sentence in other words is one stretch, blanks included', () => {
  expect(compareWords('one two three.', 'four five six.')).toEqual([
    { kind: 'removed', text: 'one two three' },
    { kind: 'added', text: 'four five six' },
    { kind: 'same', text: '.' },
  ]);
});

test('a long text with one changed line is compared: the lines around it are put aside first', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i} of a long text`);
  const after = lines.with(10_000, 'another line').join('\n');
  const parts = compareWords(lines.join('\n'), after);
  expect(textOf(parts, 'added')).toBe(after);
  expect(parts?.filter(({ kind }) => kind !== 'same').length).toBeLessThan(5);
});

test('texts that have nothing in common, or are too long, are not compared', () => {
  const words = (letter: string) =>
    Array.from({ length: 9000 }, (_, i) => `${letter}${i}`).join('-');
  expect(compareWords(words('a'), words('b'))).toBeUndefined();
  expect(compareWords('a'.repeat(200_000), 'b'.repeat(200_000))).toBeUndefined();
});

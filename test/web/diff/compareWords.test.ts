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

test('a phrase in other words is one stretch, blanks included', () => {
  expect(compareWords('Retry one two three times.', 'Retry four five six times.')).toEqual([
    { kind: 'same', text: 'Retry ' },
    { kind: 'removed', text: 'one two three' },
    { kind: 'added', text: 'four five six' },
    { kind: 'same', text: ' times.' },
  ]);
});

test('a line that is all new is shown as one, not as words that it happens to share', () => {
  expect(
    compareWords('Poll the bank.\nEnd.', 'Money is in cents, never in the floats.\nEnd.'),
  ).toEqual([
    { kind: 'removed', text: 'Poll the bank.\n' },
    { kind: 'added', text: 'Money is in cents, never in the floats.\n' },
    { kind: 'same', text: 'End.' },
  ]);
});

test('a changed word is found in the line that it was in, though other lines have the same words', () => {
  const rules = (n: string) =>
    [1, 2, 3, 4].map((i) => `${i}. Keep things simple${i % 2 ? '' : n} and say why.\n`).join('');
  expect(compareWords(rules(''), rules(' always'))?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'always ' },
    { kind: 'added', text: 'always ' },
  ]);
});

test('a long text with one changed line is compared', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i} of a long text`);
  const after = lines.with(10_000, 'another line of a long text').join('\n');
  const parts = compareWords(lines.join('\n'), after);
  expect(textOf(parts, 'added')).toBe(after);
  expect(parts?.filter(({ kind }) => kind !== 'same').length).toBeLessThan(5);
});

test('texts of thousands of other lines, or of one line that is too long, are not compared', () => {
  const lines = (letter: string) =>
    Array.from({ length: 9000 }, (_, i) => `${letter}${i}`).join('\n');
  expect(compareWords(lines('a'), lines('b'))).toBeUndefined();
  expect(compareWords('a'.repeat(200_000), 'b'.repeat(200_000))).toBeUndefined();
});

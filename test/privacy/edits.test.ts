import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { addEdits, applyEdits, type Edit, placesOf } from '../../src/privacy/edits.js';
import type { Kind } from '../../src/privacy/rule.js';

const span = (kind: Kind, start: number, end: number) => ({ kind, start, end, rule: kind });
const bare = (edits: readonly Edit[]) => edits.map(({ kind, start, end }) => [kind, start, end]);

test('spans that overlap or touch become one edit with the kind of the first', () => {
  const finds = [
    span('jwt', 5, 8),
    span('key-value', 0, 6),
    span('aws', 8, 9),
    span('npm', 12, 13),
  ];
  expect(bare(addEdits([], finds, '*'))).toEqual([
    ['jwt', 0, 9],
    ['npm', 12, 13],
  ]);
});

test('spans of the edited text are mapped to the original', () => {
  const text = 'a secret b token c';
  const first = addEdits([], [span('jwt', 2, 8)], '[GONE!!]');
  expect(applyEdits(text, first)).toBe('a [GONE!!] b token c');
  const second = addEdits(first, [span('aws', 13, 18)], '*');
  expect(bare(second)).toEqual([
    ['jwt', 2, 8],
    ['aws', 11, 16],
  ]);
  expect(applyEdits(text, second)).toBe('a [GONE!!] b * c');
});

test('a span that reaches into a mark includes all text that the mark replaced', () => {
  const first = addEdits([], [span('jwt', 2, 8)], '[GONE]');
  expect(bare(addEdits(first, [span('aws', 4, 10)], '*'))).toEqual([['jwt', 2, 10]]);
});

const spans = fc.array(
  fc.tuple(fc.nat(30), fc.nat(6)).map(([start, length]) => span('jwt', start, start + length + 1)),
  { maxLength: 6 },
);
property.prop([spans, spans])(
  'edits are in order, do not touch, and stay within the text',
  (one, two) => {
    const text = 'x'.repeat(40);
    const first = addEdits([], one, '<mark>');
    const length = applyEdits(text, first).length;
    const fitting = two.filter(({ end }) => end <= length);
    const edits = addEdits(first, fitting, '<mark>');
    for (const [i, { start, end }] of edits.entries()) {
      expect(start).toBeLessThan(end);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(start).toBeGreaterThan(edits[i - 1]?.end ?? -1);
    }
    const left = text.length - edits.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(applyEdits(text, edits).replaceAll('<mark>', '')).toBe('x'.repeat(left));
  },
);

test('places count lines, columns and characters from 1', () => {
  const text = 'ab😀 one\n\n😀😀 two three';
  const at = (word: string) => span('jwt', text.indexOf(word), text.indexOf(word) + word.length);
  expect(placesOf(text, [at('one'), at('two'), at('three')])).toEqual([
    { kind: 'jwt', line: 1, column: 5, characters: 3 },
    { kind: 'jwt', line: 3, column: 4, characters: 3 },
    { kind: 'jwt', line: 3, column: 8, characters: 5 },
  ]);
  expect(placesOf(text, [span('pem', 2, 4)])).toEqual([
    { kind: 'pem', line: 1, column: 3, characters: 1 },
  ]);
});

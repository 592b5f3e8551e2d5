import { expect, test } from 'vitest';
import { foldSame } from '../../../web/diff/foldSame.js';

const LINES = Array.from({ length: 40 }, (_, i) => `This is line ${i + 1}.\n`).join('');

test('only the lines beside a change are shown, the others are folded', () => {
  const folded = foldSame([
    { kind: 'same', text: LINES },
    { kind: 'added', text: 'new\n' },
    { kind: 'same', text: LINES },
  ]);
  expect(folded.map(({ kind }) => kind)).toEqual(['folded', 'same', 'added', 'same', 'folded']);
  expect(folded[3]?.text).toBe('This is line 1.\nThis is line 2.\nThis is line 3.\n');
  expect(folded.map(({ text }) => text).join('')).toBe(`${LINES}new\n${LINES}`);
});

test('between two changes, both sides of what is folded are shown', () => {
  const folded = foldSame([
    { kind: 'removed', text: 'a' },
    { kind: 'same', text: LINES },
    { kind: 'added', text: 'b' },
  ]);
  expect(folded.map(({ kind }) => kind)).toEqual(['removed', 'same', 'folded', 'same', 'added']);
  expect(folded.map(({ text }) => text).join('')).toBe(`a${LINES}b`);
});

test('a long line is folded, too, and never within a character', () => {
  const line = '🙂'.repeat(1001);
  const folded = foldSame([
    { kind: 'added', text: 'x' },
    { kind: 'same', text: ` ${line}` },
  ]);
  expect(folded.map(({ kind }) => kind)).toEqual(['added', 'same', 'folded']);
  expect(folded.every(({ text }) => text.isWellFormed())).toBe(true);
});

test('short stretches are not folded', () => {
  const parts = [
    { kind: 'same', text: 'one\ntwo\nthree\nfour\nfive\nsix\n' },
    { kind: 'added', text: 'seven' },
  ] as const;
  expect(foldSame(parts)).toEqual(parts);
});

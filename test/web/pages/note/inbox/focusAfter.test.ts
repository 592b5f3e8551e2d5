import { expect, test } from 'vitest';
import { focusAfter } from '../../../../../web/pages/note/inbox/focusAfter.js';

const ALL = ['a', 'b', 'c', 'd'];
const after = (id: string, ...gone: readonly string[]) => focusAfter(ALL, new Set(gone), id);

test('the focus stays at a row that is left, and else goes to the next one', () => {
  expect(after('b')).toBe('b');
  expect(after('b', 'b')).toBe('c');
  expect(after('b', 'b', 'c')).toBe('d');
});

test('behind the last row it goes back, and nowhere where none is left', () => {
  expect(after('d', 'd')).toBe('c');
  expect(after('c', 'a', 'c', 'd')).toBe('b');
  expect(after('a', ...ALL)).toBeUndefined();
});

import { expect, test } from 'vitest';
import {
  ASKED_CHARACTERS,
  beginningOf,
  hasMore,
} from '../../../../../web/pages/note/inbox/beginningOf.js';

test('a text begins with its first lines, without empty ones before them', () => {
  expect(beginningOf('\n\n  one\ntwo\n')).toBe('one\ntwo');
  expect(hasMore({ content: '\none\ntwo\n' })).toBe(false);
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  expect(beginningOf(lines.join('\n'))).toBe(lines.slice(0, 8).join('\n'));
  expect(hasMore({ content: lines.join('\n') })).toBe(true);
});

test('a long line is cut between characters', () => {
  const content = '😀'.repeat(ASKED_CHARACTERS);
  expect(beginningOf(content)).toBe('😀'.repeat(700));
  expect(hasMore({ content })).toBe(true);
});

test('a text that the vault has shortened goes on', () => {
  expect(hasMore({ content: 'one', content_bytes: 4 })).toBe(true);
});

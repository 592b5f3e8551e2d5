import { expect, test } from 'vitest';
import { decidedWords } from '../../../../../web/pages/note/inbox/decidedWords.js';

test('what was done with notes is said in words, and what was left', () => {
  const nothing = { accepted: 0, refused: 0, failed: [] };
  expect(decidedWords({ ...nothing, accepted: 12 })).toBe('12 accepted.');
  const one = { id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', error: 'it is gone' };
  expect(decidedWords({ ...nothing, refused: 3, failed: [one] })).toBe(
    '3 refused and forgotten. 1 note is still proposed: see the reasons.',
  );
  expect(decidedWords({ ...nothing, refused: 1, pending: true })).toMatch(/^1 refused .* wiped/);
});

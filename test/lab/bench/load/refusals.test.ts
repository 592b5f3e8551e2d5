import { expect, test } from 'vitest';
import { type Refusals, refusalOf, refuse } from '../../../../lab/bench/load/refusals.js';

test('a refusal is named by its status and by what the answer says of the error', () => {
  const locked = '{"error":"database is locked (5) (SQLITE_BUSY)"}\n';
  expect(refusalOf(500, locked)).toBe('500 database is locked (5) (SQLITE_BUSY)');
  expect(refusalOf(429, 'slow down')).toBe('429');
  expect(refusalOf(400, '{"error":{"code":"x"}}')).toBe('400');
  expect(refusalOf(502, '')).toBe('502');
});

test('refusals that differ only in the place of the error are of one kind', () => {
  const near = (text: string) => JSON.stringify({ error: `fts5: syntax error near "${text}" (1)` });
  expect(refusalOf(500, near(','))).toBe(refusalOf(500, near('?')));
});

test('refusals are counted by kind, and a count of none is no kind', () => {
  const refusals: Refusals = new Map();
  refuse(refusals, '500');
  refuse(refusals, '500', 2);
  refuse(refusals, '429', 0);
  refuse(refusals, '429', -1);
  expect([...refusals]).toEqual([['500', 3]]);
});

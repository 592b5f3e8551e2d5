import { expect, test } from 'vitest';
import { countedKind } from '../../../web/kit/format.js';

test.each([
  [1, 'observations', '1 note'],
  [2, 'observations', '2 notes'],
  [1, 'session', '1 session'],
  [3, 'sessions', '3 sessions'],
  [2, 'told', '2 records of sessions'],
  [2, 'conventions', '2 sets of conventions'],
  [1, 'repositories', '1 repository'],
  [3, 'phases', '3 phases'],
])('%d of the kind %s is "%s"', (n, kind, words) => {
  expect(countedKind(n, kind)).toBe(words);
});

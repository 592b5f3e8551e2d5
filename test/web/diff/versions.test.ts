import { expect, test } from 'vitest';
import { comparedVersions } from '../../../web/diff/versions.js';

test.each([
  ['', 5, { before: 4, after: 5 }],
  ['version=3', 5, { before: 2, after: 3 }],
  ['version=3&with=1', 5, { before: 1, after: 3 }],
  ['version=3&with=3', 5, { before: 2, after: 3 }],
  ['version=99&with=x', 5, { before: 4, after: 5 }],
  ['version=1', 5, { before: 4, after: 5 }],
  ['version=1', 1, undefined],
] as const)('"%s" of %i versions compares %j', (query, newest, compared) => {
  expect(comparedVersions(new URLSearchParams(query), newest)).toEqual(compared);
});
